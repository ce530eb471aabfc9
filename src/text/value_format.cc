#include "text/value_format.h"

#include <cmath>

#include "array/bitmap.h"
#include "array/indirection.h"
#include "base/bytes.h"
#include "base/utf8.h"
#include "text/byte_text.h"
#include "text/json_check.h"
#include "text/scalar_format.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::Array;
using array::Field;
using array::TypeId;

constexpr uint64_t kLargestExactInteger = uint64_t{1} << 53;
constexpr int kLargestExactDigits = 15;

template <typename T>
T ValueAt(const Array& array, int64_t i) noexcept {
  return Load<T>(array.buffers[0].data() + (array.offset + i) * static_cast<int64_t>(sizeof(T)));
}

/// Puts quotes around what a JSON reader would not take for a number, or not exactly.
class Quotes {
 public:
  Quotes(bool wanted, std::string* out) : out_(wanted ? out : nullptr) { Put(); }
  ~Quotes() { Put(); }
  Quotes(const Quotes&) = delete;
  Quotes& operator=(const Quotes&) = delete;

 private:
  void Put() {
    if (out_ != nullptr) {
      out_->push_back('"');
    }
  }
  std::string* out_;
};

template <typename Int>
void AppendInt(Int value, const ValueFormat& format, std::string* out) {
  const auto wide = static_cast<uint64_t>(value);
  const uint64_t magnitude = value < Int{0} ? uint64_t{0} - wide : wide;
  const bool string =
      format.style == ValueStyle::kJson && format.big_ints == BigInts::kString && magnitude > kLargestExactInteger;
  const Quotes quotes(string, out);
  AppendInteger(value, out);
}

template <typename Float>
void AppendFloat(Float value, const ValueFormat& format, std::string* out) {
  if (format.style != ValueStyle::kJson || std::isfinite(value)) {
    AppendFloating(value, out);
    return;
  }
  out->append(std::isnan(value) ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
}

void AppendDecimalValue(const Array& array, int64_t i, const ValueFormat& format, std::string* out) {
  const auto width = static_cast<size_t>(array::ByteWidth(array.type));
  const std::byte* at = array.buffers[0].data() + static_cast<size_t>(array.offset + i) * width;
  const bool string = format.style == ValueStyle::kJson && format.big_ints == BigInts::kString &&
                      array.type.precision > kLargestExactDigits;
  const Quotes quotes(string, out);
  AppendDecimal(LoadDecimal(at, width), array.type.scale, out);
}

bool IsUuid(const Field& field) {
  const std::string* extension = field.FindMetadata("ARROW:extension:name");
  return extension != nullptr && *extension == "arrow.uuid" && field.type.byte_width == 16;
}

void AppendBytes(const Field& field, std::string_view bytes, const ValueFormat& format, std::string* out) {
  const Quotes quotes(format.style == ValueStyle::kJson, out);
  if (field.type.id == TypeId::kFixedSizeBinary && IsUuid(field)) {
    AppendUuid(bytes, out);
  } else if (FormatTypeName(field).starts_with("binary(hex)")) {
    AppendHex(bytes, out);
  } else {
    AppendBase64(bytes, out);
  }
}

void AppendText(const Field& field, std::string_view text, const ValueFormat& format, std::string* out) {
  switch (format.style) {
    case ValueStyle::kPlain: out->append(text); break;
    case ValueStyle::kDisplay: AppendVisible(text, out); break;
    case ValueStyle::kJson:
      if (IsJsonText(field) && IsOneJsonLine(text)) {
        out->append(text);
      } else {
        AppendJsonString(text, out);
      }
      break;
  }
}

void AppendTemporal(const Array& array, int64_t i, std::string* out) {
  const array::Type& type = array.type;
  switch (type.id) {
    case TypeId::kDate32: AppendDate(ValueAt<int32_t>(array, i), out); break;
    case TypeId::kDate64: {
      constexpr int64_t kMillisPerDay = 86400000;
      const auto millis = ValueAt<int64_t>(array, i);
      if (millis % kMillisPerDay == 0) {
        AppendDate(millis / kMillisPerDay, out);
      } else {
        AppendTimestamp(millis, TimeUnit::kMilli, false, out);
      }
      break;
    }
    case TypeId::kTime32: AppendTimeOfDay(ValueAt<int32_t>(array, i), type.unit, out); break;
    case TypeId::kTime64: AppendTimeOfDay(ValueAt<int64_t>(array, i), type.unit, out); break;
    case TypeId::kTimestamp: AppendTimestamp(ValueAt<int64_t>(array, i), type.unit, !type.timezone.empty(), out); break;
    case TypeId::kDuration: AppendDuration(ValueAt<int64_t>(array, i), type.unit, out); break;
    case TypeId::kIntervalMonths: AppendInterval(ValueAt<int32_t>(array, i), 0, 0, out); break;
    case TypeId::kIntervalDayTime: {
      constexpr int64_t kNanosPerMilli = 1000000;
      const auto packed = ValueAt<uint64_t>(array, i);
      const auto millis = static_cast<int32_t>(packed >> 32);
      AppendInterval(0, static_cast<int32_t>(packed), millis * kNanosPerMilli, out);
      break;
    }
    default: {
      const std::byte* at = array.buffers[0].data() + (array.offset + i) * 16;
      AppendInterval(Load<int32_t>(at), Load<int32_t>(at + 4), Load<int64_t>(at + 8), out);
      break;
    }
  }
}

void AppendElements(const Array& array, int64_t begin, int64_t count, const ValueFormat& json, std::string* out) {
  const Field& element = array.type.child(0);
  out->push_back('[');
  for (int64_t k = 0; k < count; ++k) {
    if (k != 0) {
      out->push_back(',');
    }
    AppendValue(element, *array.children[0], begin + k, json, out);
  }
  out->push_back(']');
}

struct ElementRange {
  int64_t begin;
  int64_t count;
};

template <typename Offset>
ElementRange RangeOf(const Array& array, int64_t i) noexcept {
  const auto* offsets = reinterpret_cast<const Offset*>(array.buffers[0].data()) + array.offset + i;
  return {static_cast<int64_t>(offsets[0]), static_cast<int64_t>(offsets[1] - offsets[0])};
}

template <typename Offset>
ElementRange ViewRangeOf(const Array& array, int64_t i) noexcept {
  const auto* offsets = reinterpret_cast<const Offset*>(array.buffers[0].data()) + array.offset + i;
  const auto* sizes = reinterpret_cast<const Offset*>(array.buffers[1].data()) + array.offset + i;
  return {static_cast<int64_t>(*offsets), static_cast<int64_t>(*sizes)};
}

void AppendStruct(const Array& array, int64_t slot, const ValueFormat& json, std::string* out) {
  out->push_back('{');
  for (size_t k = 0; k < array.children.size(); ++k) {
    if (k != 0) {
      out->push_back(',');
    }
    const Field& field = array.type.child(k);
    AppendJsonString(field.name, out);
    out->push_back(':');
    AppendValue(field, *array.children[k], slot, json, out);
  }
  out->push_back('}');
}

/// Appends an object where keys are text, else a list of {"key": ..., "value": ...}.
void AppendMap(const Array& array, ElementRange range, const ValueFormat& json, std::string* out) {
  const Array& entries = *array.children[0];
  const Field& key = entries.type.child(0);
  if (!array::IsUtf8(key.type.id)) {
    AppendElements(array, range.begin, range.count, json, out);
    return;
  }
  out->push_back('{');
  for (int64_t k = range.begin; k < range.begin + range.count; ++k) {
    if (k != range.begin) {
      out->push_back(',');
    }
    const int64_t slot = entries.offset + k;
    AppendValue(key, *entries.children[0], slot, json, out);
    out->push_back(':');
    AppendValue(entries.type.child(1), *entries.children[1], slot, json, out);
  }
  out->push_back('}');
}

void AppendNested(const Array& array, int64_t i, const ValueFormat& format, std::string* out) {
  const ValueFormat json{ValueStyle::kJson, format.big_ints};
  ElementRange range{};
  switch (array.type.id) {
    case TypeId::kStruct: AppendStruct(array, array.offset + i, json, out); return;
    case TypeId::kMap: AppendMap(array, RangeOf<int32_t>(array, i), json, out); return;
    case TypeId::kLargeList: range = RangeOf<int64_t>(array, i); break;
    case TypeId::kListView: range = ViewRangeOf<int32_t>(array, i); break;
    case TypeId::kLargeListView: range = ViewRangeOf<int64_t>(array, i); break;
    case TypeId::kFixedSizeList: range = {(array.offset + i) * array.type.list_size, array.type.list_size}; break;
    default: range = RangeOf<int32_t>(array, i); break;
  }
  AppendElements(array, range.begin, range.count, json, out);
}

void AppendValid(const Field& field, const Array& array, int64_t i, const ValueFormat& format, std::string* out) {
  switch (array.type.id) {
    case TypeId::kNull: break;
    case TypeId::kBool: out->append(array::GetBit(array.buffers[0].data(), array.offset + i) ? "true" : "false"); break;
    case TypeId::kInt8: AppendInt(int64_t{ValueAt<int8_t>(array, i)}, format, out); break;
    case TypeId::kInt16: AppendInt(int64_t{ValueAt<int16_t>(array, i)}, format, out); break;
    case TypeId::kInt32: AppendInt(int64_t{ValueAt<int32_t>(array, i)}, format, out); break;
    case TypeId::kInt64: AppendInt(ValueAt<int64_t>(array, i), format, out); break;
    case TypeId::kUint8: AppendInt(uint64_t{ValueAt<uint8_t>(array, i)}, format, out); break;
    case TypeId::kUint16: AppendInt(uint64_t{ValueAt<uint16_t>(array, i)}, format, out); break;
    case TypeId::kUint32: AppendInt(uint64_t{ValueAt<uint32_t>(array, i)}, format, out); break;
    case TypeId::kUint64: AppendInt(ValueAt<uint64_t>(array, i), format, out); break;
    case TypeId::kHalfFloat: AppendFloat(HalfToFloat(ValueAt<uint16_t>(array, i)), format, out); break;
    case TypeId::kFloat: AppendFloat(ValueAt<float>(array, i), format, out); break;
    case TypeId::kDouble: AppendFloat(ValueAt<double>(array, i), format, out); break;
    case TypeId::kUtf8:
    case TypeId::kLargeUtf8:
    case TypeId::kUtf8View: AppendText(field, array.BinaryValue(i), format, out); break;
    case TypeId::kBinary:
    case TypeId::kLargeBinary:
    case TypeId::kBinaryView: AppendBytes(field, array.BinaryValue(i), format, out); break;
    case TypeId::kFixedSizeBinary: {
      const auto width = static_cast<size_t>(array.type.byte_width);
      const auto* at =
          reinterpret_cast<const char*>(array.buffers[0].data()) + static_cast<size_t>(array.offset + i) * width;
      AppendBytes(field, {at, width}, format, out);
      break;
    }
    case TypeId::kDecimal32:
    case TypeId::kDecimal64:
    case TypeId::kDecimal128:
    case TypeId::kDecimal256: AppendDecimalValue(array, i, format, out); break;
    case TypeId::kList:
    case TypeId::kLargeList:
    case TypeId::kListView:
    case TypeId::kLargeListView:
    case TypeId::kFixedSizeList:
    case TypeId::kStruct:
    case TypeId::kMap: AppendNested(array, i, format, out); break;
    default: {
      const Quotes quotes(format.style == ValueStyle::kJson, out);
      AppendTemporal(array, i, out);
      break;
    }
  }
}

/// Follows dictionaries and run ends to the array that holds the value.
struct Holder {
  const Array* array;
  int64_t slot;
  bool null;
};

Holder FindHolder(const Array& array, int64_t i) noexcept {
  Holder at{&array, i, false};
  while (true) {
    if (at.array->type.id == TypeId::kRunEndEncoded) {
      at = {at.array->children[1].get(), array::FindRun(*at.array, at.slot).index, false};
      continue;
    }
    if (!at.array->IsValid(at.slot)) {
      return {at.array, at.slot, true};
    }
    if (at.array->type.id != TypeId::kDictionary) {
      return at;
    }
    at = {at.array->dictionary.get(), array::DictionaryIndex(*at.array, at.slot), false};
  }
}

/// The field of the values behind a dictionary or run ends: theirs, with the outer extension.
bool IsIndirect(TypeId id) noexcept {
  return id == TypeId::kDictionary || id == TypeId::kRunEndEncoded;
}

}  // namespace

bool IsNullSlot(const array::Array& array, int64_t i) noexcept {
  return FindHolder(array, i).null;
}

void AppendValue(const array::Field& field, const array::Array& array, int64_t i, const ValueFormat& format,
                 std::string* out) {
  const Holder at = FindHolder(array, i);
  if (at.null) {
    out->append(format.style == ValueStyle::kJson ? "null" : "");
    return;
  }
  if (!IsIndirect(array.type.id)) {
    AppendValid(field, *at.array, at.slot, format, out);
    return;
  }
  Field values = field;
  values.type = at.array->type;
  AppendValid(values, *at.array, at.slot, format, out);
}

void AppendJsonString(std::string_view text, std::string* out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out->push_back('"');
  size_t plain = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') {
      continue;
    }
    out->append(text, plain, i - plain);
    plain = i + 1;
    switch (c) {
      case '"': out->append("\\\""); break;
      case '\\': out->append("\\\\"); break;
      case '\n': out->append("\\n"); break;
      case '\r': out->append("\\r"); break;
      case '\t': out->append("\\t"); break;
      default:
        out->append("\\u00");
        out->push_back(kHex[static_cast<unsigned char>(c) >> 4]);
        out->push_back(kHex[static_cast<unsigned char>(c) & 15]);
    }
  }
  out->append(text, plain);
  out->push_back('"');
}

void AppendVisible(std::string_view text, std::string* out) {
  const auto append_byte = [out](char c) {
    out->append("\\x");
    AppendHex({&c, 1}, out);
  };
  size_t valid_end = FindInvalidUtf8(BytesOf(text.data(), text.size()));
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (i == valid_end) {
      append_byte(text[i]);
      const std::string_view rest = text.substr(i + 1);
      const size_t next = FindInvalidUtf8(BytesOf(rest.data(), rest.size()));
      valid_end = next == kUtf8Valid ? next : i + 1 + next;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out->append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
    } else if (c < 0x20 || c == 0x7F) {
      append_byte(text[i]);
    } else if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      // The second set of control characters, which some terminals obey.
      append_byte(text[++i]);
    } else {
      out->push_back(text[i]);
    }
  }
}

bool IsNumeric(const array::Type& type) noexcept {
  if (type.id == TypeId::kDictionary || type.id == TypeId::kRunEndEncoded) {
    return type.child_count() > 0 && IsNumeric(type.child(type.child_count() - 1).type);
  }
  return (type.id >= TypeId::kInt8 && type.id <= TypeId::kDouble) ||
         (type.id >= TypeId::kDecimal32 && type.id <= TypeId::kDecimal256);
}

}  // namespace taracea::text
