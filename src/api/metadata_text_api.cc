#include <cstring>

#include "array/array.h"
#include "base/arena.h"
#include "base/guard.h"
#include "base/try.h"
#include "column/leaf_array.h"
#include "format/metadata_json.h"
#include "schema/array_mapping.h"
#include "taracea/metadata_text.h"
#include "text/value_format.h"

namespace taracea {
namespace {

std::string Hexadecimal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "0x";
  for (const char c : bytes) {
    out.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
    out.push_back(kDigits[static_cast<unsigned char>(c) & 15]);
  }
  return out;
}

Result<OwnedBuffer> CopyIn(const void* data, size_t size_bytes) {
  TARACEA_TRY_ASSIGN(OwnedBuffer out, DefaultArena()->Allocate(size_bytes));
  if (size_bytes != 0) {
    std::memcpy(out.data(), data, size_bytes);
  }
  out.SetSize(size_bytes);
  return out;
}

/// An array of one slot that holds the value.
Result<array::Array> OneValue(const SchemaNode& leaf, const array::Type& type, std::string_view plain) {
  column::LeafRows rows;
  rows.row_count = rows.entry_count = rows.value_count = 1;
  rows.form = column::FormFor(leaf, type);
  const int width =
      *leaf.physical_type == PhysicalType::kFixedLenByteArray ? leaf.type_length : FixedWidthBytes(*leaf.physical_type);
  if (*leaf.physical_type != PhysicalType::kByteArray && plain.size() != static_cast<size_t>(width)) {
    return Status::Corrupt("a value of that type has " + std::to_string(width) + " bytes, found " +
                           std::to_string(plain.size()));
  }
  TARACEA_TRY_ASSIGN(rows.values, CopyIn(plain.data(), plain.size()));
  if (rows.form == column::ValueForm::kOffsets32) {
    const int32_t offsets[] = {0, static_cast<int32_t>(plain.size())};
    TARACEA_TRY_ASSIGN(rows.offsets, CopyIn(offsets, sizeof(offsets)));
  } else if (rows.form == column::ValueForm::kOffsets64) {
    const int64_t offsets[] = {0, static_cast<int64_t>(plain.size())};
    TARACEA_TRY_ASSIGN(rows.offsets, CopyIn(offsets, sizeof(offsets)));
  }
  return column::MakeLeafArray(leaf, type, std::move(rows), {.count = 1, .validity = {}},
                               {.invalid_utf8 = InvalidUtf8::kReplace, .arena = DefaultArena()});
}

}  // namespace

std::string ToJson(const FileMetaData& metadata) {
  return format::ToJson(metadata);
}
std::string ToJson(const PageHeader& header) {
  return format::ToJson(header);
}
std::string ToJson(const OffsetIndex& index) {
  return format::ToJson(index);
}
std::string ToJson(const ColumnIndex& index) {
  return format::ToJson(index);
}

std::string PlainValueText(const SchemaNode& leaf, std::string_view plain) {
  const Result<std::string> text = Guard([&]() -> Result<std::string> {
    array::Field field;
    TARACEA_TRY_ASSIGN(field.type, schema::DefaultLeafType(leaf));
    TARACEA_TRY_ASSIGN(const array::Array value, OneValue(leaf, field.type, plain));
    std::string out;
    text::AppendValue(field, value, 0, {}, &out);
    return out;
  });
  return text.ok() ? *text : Hexadecimal(plain);
}

}  // namespace taracea
