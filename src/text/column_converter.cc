#include "text/column_converter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "array/bitmap.h"
#include "base/arena.h"
#include "base/bytes.h"
#include "base/try.h"
#include "text/byte_text.h"
#include "text/cell_parser.h"
#include "text/type_name.h"
#include "text/validity_builder.h"

namespace taracea::text {
namespace {

using array::Array;
using array::Field;
using array::TypeId;

constexpr int64_t kSmallestRows = 256;
constexpr size_t kShortCopyBytes = 16;

/// What all converters share: rows, validity, the text of a cell.
class ConverterBase : public ColumnConverter {
 protected:
  ConverterBase(array::Type type, const ConverterContext* context) : type_(std::move(type)), context_(context) {}

  Status StartTile(const CsvTile& tile) { return validity_.Extend(rows_ + static_cast<int64_t>(tile.rows)); }

  std::string_view TextOf(const CsvTile& tile, const Cell& cell) {
    return cell.escaped() ? Unescaped(tile, cell) : tile.raw(cell);
  }

  /// Rows to make room for when `rows` are there: as many as the batch before had, so that only the first one grows.
  size_t RoomFor(const CsvTile& tile) const noexcept {
    return static_cast<size_t>(std::max({rows_ + static_cast<int64_t>(tile.rows), last_rows_, kSmallestRows}));
  }

  std::shared_ptr<Array> StartArray() {
    auto out = std::make_shared<Array>();
    out->type = type_;
    out->length = rows_;
    validity_.MoveTo(out.get());
    last_rows_ = rows_;
    rows_ = 0;
    return out;
  }

  array::Type type_;
  const ConverterContext* context_;
  ValidityBuilder validity_;
  int64_t rows_ = 0;
  int64_t last_rows_ = 0;

 private:
  std::string_view Unescaped(const CsvTile& tile, const Cell& cell) {
    scratch_.clear();
    AppendUnescaped(tile.raw(cell), cell.quoted(), context_->dialect, &scratch_);
    const size_t size = scratch_.size();
    scratch_.append(std::max(kParseSlackBytes, kShortCopyBytes), '\0');
    return std::string_view(scratch_).substr(0, size);
  }

  std::string scratch_;
};

template <typename T, typename Parser>
class FixedConverter final : public ConverterBase {
 public:
  FixedConverter(array::Type type, const ConverterContext* context, Parser parser)
      : ConverterBase(std::move(type), context), parser_(parser) {}

  Result<size_t> Append(const CsvTile& tile, size_t column) override {
    TARACEA_TRY(StartTile(tile));
    TARACEA_TRY(GrowBuffer(&values_, RoomFor(tile) * sizeof(T)));
    T* out = values_.as<T>() + rows_;
    for (size_t row = 0; row < tile.rows; ++row) {
      const Cell& cell = tile.cell(row, column);
      out[row] = T{};
      if (cell.size() == 0 && !cell.quoted()) {
        validity_.MarkNull(rows_ + static_cast<int64_t>(row));
        continue;
      }
      const std::string_view text = TextOf(tile, cell);
      if (context_->nulls.Matches(text)) {
        out[row] = T{};
        validity_.MarkNull(rows_ + static_cast<int64_t>(row));
        ++null_texts_;
        continue;
      }
      if (text.empty() || !parser_(text, &out[row])) {
        return row;
      }
    }
    rows_ += static_cast<int64_t>(tile.rows);
    return tile.rows;
  }

  Result<std::shared_ptr<const Array>> Finish() override {
    const auto size_bytes = static_cast<size_t>(rows_) * sizeof(T);
    TARACEA_TRY(GrowBuffer(&values_, size_bytes));
    std::shared_ptr<Array> out = StartArray();
    out->buffers.push_back(std::move(values_).Publish());
    return std::shared_ptr<const Array>(std::move(out));
  }

 private:
  Parser parser_;
  OwnedBuffer values_;
};

class BoolConverter final : public ConverterBase {
 public:
  BoolConverter(const ConverterContext* context, bool requested)
      : ConverterBase(TypeId::kBool, context), requested_(requested) {}

  Result<size_t> Append(const CsvTile& tile, size_t column) override {
    TARACEA_TRY(StartTile(tile));
    const size_t had = bits_.size();
    TARACEA_TRY(GrowBuffer(&bits_, static_cast<size_t>(array::BitmapBytes(rows_ + static_cast<int64_t>(tile.rows)))));
    std::memset(bits_.data() + had, 0, bits_.size() - had);
    for (size_t row = 0; row < tile.rows; ++row) {
      const Cell& cell = tile.cell(row, column);
      const int64_t slot = rows_ + static_cast<int64_t>(row);
      const bool absent = cell.size() == 0 && !cell.quoted();
      const std::string_view text = TextOf(tile, cell);
      if (absent || context_->nulls.Matches(text)) {
        validity_.MarkNull(slot);
        null_texts_ += absent ? 0 : 1;
        continue;
      }
      bool value = false;
      if (!Parse(text, &value)) {
        return row;
      }
      if (value) {
        array::SetBit(bits_.data(), slot);
      }
    }
    rows_ += static_cast<int64_t>(tile.rows);
    return tile.rows;
  }

  Result<std::shared_ptr<const Array>> Finish() override {
    TARACEA_TRY(GrowBuffer(&bits_, static_cast<size_t>(array::BitmapBytes(rows_))));
    std::shared_ptr<Array> out = StartArray();
    out->buffers.push_back(std::move(bits_).Publish());
    return std::shared_ptr<const Array>(std::move(out));
  }

 private:
  bool Parse(std::string_view text, bool* value) noexcept {
    int spelling = kDigitSpelling;
    if (!ParseBool(text, value, &spelling)) {
      *value = text == "1";
      if (!requested_ || (text != "1" && text != "0")) {
        return false;
      }
    }
    spelling_ = spelling_ < 0 ? spelling : spelling_;
    return spelling == spelling_ && spelling != kMixedSpelling;
  }

  static constexpr int kDigitSpelling = 4;
  bool requested_;
  int spelling_ = -1;  ///< Of the first value.
  OwnedBuffer bits_;
};

enum class BinaryForm : uint8_t { kText, kBase64, kHex };

/// utf8, and binary written as base64 or hexadecimal digits.
class BinaryConverter final : public ConverterBase {
 public:
  BinaryConverter(array::Type type, const ConverterContext* context, BinaryForm form)
      : ConverterBase(std::move(type), context),
        form_(form),
        null_matches_(form != BinaryForm::kText || context->nulls.given()) {}

  Result<size_t> Append(const CsvTile& tile, size_t column) override {
    TARACEA_TRY(StartTile(tile));
    TARACEA_TRY(ReserveTile(tile));
    int32_t* offsets = offsets_.as<int32_t>() + rows_;
    size_t used = data_.size();
    for (size_t row = 0; row < tile.rows; ++row) {
      offsets[row] = static_cast<int32_t>(used);
      const Cell& cell = tile.cell(row, column);
      const bool absent = cell.size() == 0 && !cell.quoted();
      const std::string_view text = TextOf(tile, cell);
      if (absent || (null_matches_ && IsNull(text, cell.quoted()))) {
        validity_.MarkNull(rows_ + static_cast<int64_t>(row));
        null_texts_ += absent ? 0 : 1;
        continue;
      }
      if (form_ == BinaryForm::kText) {
        // The slack on both sides lets short texts, which most are, go as one register.
        if (text.size() <= kShortCopyBytes) {
          std::memcpy(data_.data() + used, text.data(), kShortCopyBytes);
        } else {
          std::memcpy(data_.data() + used, text.data(), text.size());
        }
        used += text.size();
      } else if (!AppendDecoded(text, &used)) {
        return row;
      }
    }
    offsets[tile.rows] = static_cast<int32_t>(used);
    data_.SetSize(used);
    rows_ += static_cast<int64_t>(tile.rows);
    return tile.rows;
  }

  Result<std::shared_ptr<const Array>> Finish() override {
    TARACEA_TRY(GrowBuffer(&offsets_, (static_cast<size_t>(rows_) + 1) * sizeof(int32_t)));
    TARACEA_TRY(GrowBuffer(&data_, data_.size()));
    if (rows_ == 0) {
      offsets_.as<int32_t>()[0] = 0;
    }
    std::shared_ptr<Array> out = StartArray();
    out->buffers.push_back(std::move(offsets_).Publish());
    out->buffers.push_back(std::move(data_).Publish());
    return std::shared_ptr<const Array>(std::move(out));
  }

 private:
  Status ReserveTile(const CsvTile& tile) {
    TARACEA_TRY(GrowBuffer(&offsets_, (RoomFor(tile) + 1) * sizeof(int32_t)));
    const size_t used = data_.size();
    const size_t most = used + tile.text.size();
    if (most > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
      return Status::LimitExceeded(fmt::format("a batch of text needs more than 2 GiB in one column, {} bytes", most));
    }
    if (data_.capacity() < most) {
      TARACEA_TRY(GrowBuffer(&data_, most));
      data_.SetSize(used);
    }
    return {};
  }

  bool IsNull(std::string_view text, bool quoted) const noexcept {
    return (form_ != BinaryForm::kText || !quoted) && context_->nulls.Matches(text);
  }

  bool AppendDecoded(std::string_view text, size_t* used) {
    decoded_.clear();
    if (form_ == BinaryForm::kBase64 ? !DecodeBase64(text, &decoded_) : !DecodeHex(text, &decoded_)) {
      return false;
    }
    // Both forms shrink, so that the tile's size bounds them.
    CopyBytes(data_.data() + *used, reinterpret_cast<const std::byte*>(decoded_.data()), decoded_.size());
    *used += decoded_.size();
    return true;
  }

  BinaryForm form_;
  bool null_matches_;
  OwnedBuffer offsets_;
  OwnedBuffer data_;
  std::string decoded_;
};

template <typename T, typename Parser>
std::unique_ptr<ColumnConverter> Fixed(const Field& field, const ConverterContext* context, Parser parser) {
  return std::make_unique<FixedConverter<T, Parser>>(field.type, context, parser);
}

template <typename T>
std::unique_ptr<ColumnConverter> Integer(const Field& field, const ConverterContext* context) {
  return Fixed<T>(field, context, IntegerParser<T>{});
}

std::unique_ptr<ColumnConverter> MakeNumeric(const Field& field, bool requested, const ConverterContext* context) {
  const array::Type& type = field.type;
  switch (type.id) {
    case TypeId::kInt8: return Integer<int8_t>(field, context);
    case TypeId::kInt16: return Integer<int16_t>(field, context);
    case TypeId::kInt32: return Integer<int32_t>(field, context);
    case TypeId::kInt64: return Integer<int64_t>(field, context);
    case TypeId::kUint8: return Integer<uint8_t>(field, context);
    case TypeId::kUint16: return Integer<uint16_t>(field, context);
    case TypeId::kUint32: return Integer<uint32_t>(field, context);
    case TypeId::kUint64: return Integer<uint64_t>(field, context);
    case TypeId::kFloat: return Fixed<float>(field, context, FloatParser{});
    case TypeId::kDouble: return Fixed<double>(field, context, DoubleParser{requested});
    case TypeId::kDecimal128:
      return Fixed<Int128>(field, context, Decimal128Parser{type.precision, type.scale, requested});
    case TypeId::kDecimal256: return Fixed<Limbs256>(field, context, Decimal256Parser{type.precision, type.scale});
    default: return nullptr;
  }
}

std::unique_ptr<ColumnConverter> MakeTemporal(const Field& field, const PatternChoice& choice,
                                              const ConverterContext* context) {
  const array::Type& type = field.type;
  switch (type.id) {
    case TypeId::kDate32: return Fixed<int32_t>(field, context, DateParser{choice});
    case TypeId::kTime32: return Fixed<int32_t>(field, context, TimeParser<int32_t>{choice, type.unit});
    case TypeId::kTime64: return Fixed<int64_t>(field, context, TimeParser<int64_t>{choice, type.unit});
    case TypeId::kTimestamp:
      return Fixed<int64_t>(field, context, TimestampParser{choice, type.unit, !type.timezone.empty()});
    default: return nullptr;
  }
}

}  // namespace

Result<std::unique_ptr<ColumnConverter>> MakeColumnConverter(const array::Field& field, const ConverterOptions& options,
                                                             const ConverterContext* context) {
  const PatternChoice choice{&context->patterns, options.pattern, options.requested};
  std::unique_ptr<ColumnConverter> out = MakeNumeric(field, options.requested, context);
  if (out == nullptr) {
    out = MakeTemporal(field, choice, context);
  }
  switch (field.type.id) {
    case TypeId::kBool: out = std::make_unique<BoolConverter>(context, options.requested); break;
    case TypeId::kUtf8: out = std::make_unique<BinaryConverter>(field.type, context, BinaryForm::kText); break;
    case TypeId::kBinary: {
      const BinaryForm form = FormatTypeName(field).starts_with("binary(hex)") ? BinaryForm::kHex : BinaryForm::kBase64;
      out = std::make_unique<BinaryConverter>(field.type, context, form);
      break;
    }
    default: break;
  }
  if (out == nullptr) {
    return Status::Unsupported("delimited text is not read into this type: " + FormatTypeName(field))
        .At({.column = field.name});
  }
  return out;
}

}  // namespace taracea::text
