#include "column/leaf_array.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/try.h"
#include "base/utf8.h"
#include "column/binary_layout.h"
#include "column/run_ends.h"
#include "column/value_conversion.h"
#include "encoding/encoder.h"
#include "kernels/kernels.h"

namespace taracea::column {
namespace {

using array::TypeId;

int WidthOf(const SchemaNode& leaf) {
  return *leaf.physical_type == PhysicalType::kFixedLenByteArray ? leaf.type_length
                                                                 : FixedWidthBytes(*leaf.physical_type);
}

bool IsDecimal(TypeId id) {
  return id == TypeId::kDecimal32 || id == TypeId::kDecimal64 || id == TypeId::kDecimal128 || id == TypeId::kDecimal256;
}

array::Array NewArray(const array::Type& type, int64_t value_count, const LeafSlots& slots) {
  array::Array out;
  out.type = type;
  out.length = slots.count;
  out.null_count = slots.count - value_count;
  if (out.null_count > 0) {
    out.validity = slots.validity;
  }
  return out;
}

/// Moves dense values to their slots, in place; `values` has room for all slots.
void Spread(OwnedBuffer* values, int width, const array::Array& array) {
  values->SetSize(static_cast<size_t>(array.length) * static_cast<size_t>(width));
  if (array.null_count > 0) {
    kernels::ActiveKernels().expand(values->data(), width, array.validity.data(), 0, array.length,
                                    array.length - array.null_count);
  }
}

Result<array::Array> MakeBools(LeafRows&& rows, const array::Type& type, const LeafSlots& slots,
                               const LeafArrayOptions& options) {
  array::Array out = NewArray(type, rows.value_count, slots);
  Spread(&rows.values, 1, out);
  TARACEA_TRY_ASSIGN(OwnedBuffer bits,
                     options.arena->AllocateSized(static_cast<size_t>(array::BitmapBytes(slots.count))));
  kernels::ActiveKernels().pack_bits(rows.values.as<uint8_t>(), slots.count, bits.data(), 0);
  out.buffers = {std::move(bits).Publish()};
  return out;
}

Result<array::Array> MakeFixed(const SchemaNode& leaf, LeafRows&& rows, const array::Type& type, const LeafSlots& slots,
                               const LeafArrayOptions& options) {
  array::Array out = NewArray(type, rows.value_count, slots);
  if (SameBytes(leaf, type)) {
    Spread(&rows.values, WidthOf(leaf), out);
    out.buffers = {std::move(rows.values).Publish()};
    return out;
  }
  const int width = array::ByteWidth(type);
  TARACEA_TRY_ASSIGN(OwnedBuffer values,
                     options.arena->AllocateSized(static_cast<size_t>(slots.count) * static_cast<size_t>(width)));
  TARACEA_TRY(ConvertFixed(leaf, type, rows.values.data(), rows.value_count, values.data()));
  Spread(&values, width, out);
  out.buffers = {std::move(values).Publish()};
  return out;
}

Result<array::Array> MakeBinaryDecimals(LeafRows&& rows, const array::Type& type, const LeafSlots& slots,
                                        const LeafArrayOptions& options) {
  array::Array out = NewArray(type, rows.value_count, slots);
  const int width = array::ByteWidth(type);
  TARACEA_TRY_ASSIGN(OwnedBuffer values,
                     options.arena->AllocateSized(static_cast<size_t>(slots.count) * static_cast<size_t>(width)));
  TARACEA_TRY(
      ConvertBinaryDecimals(type, rows.offsets.as<int64_t>(), rows.values.data(), rows.value_count, values.data()));
  Spread(&values, width, out);
  out.buffers = {std::move(values).Publish()};
  return out;
}

/// FIXED_LEN_BYTE_ARRAY as a binary or text type: gives the rows offsets.
Status AddOffsets(const SchemaNode& leaf, LeafRows* rows, const LeafArrayOptions& options) {
  const auto slots = static_cast<size_t>(rows->entry_count);
  TARACEA_TRY_ASSIGN(rows->offsets, options.arena->AllocateSized((slots + 1) * sizeof(int64_t)));
  for (int64_t i = 0; i <= rows->value_count; ++i) {
    rows->offsets.as<int64_t>()[i] = i * WidthOf(leaf);
  }
  rows->values.SetSize(static_cast<size_t>(rows->value_count) * static_cast<size_t>(WidthOf(leaf)));
  rows->form = ValueForm::kOffsets64;
  return {};
}

Result<array::Array> MakeBinary(const SchemaNode& leaf, LeafRows&& rows, const array::Type& type,
                                const LeafSlots& slots, const LeafArrayOptions& options) {
  if (rows.form == ValueForm::kFixed) {
    TARACEA_TRY(AddOffsets(leaf, &rows, options));
  }
  if (array::IsUtf8(type.id)) {
    TARACEA_TRY(CheckOrReplaceUtf8(&rows, options));
  }
  array::Array out = NewArray(type, rows.value_count, slots);
  if (array::IsView(type.id)) {
    TARACEA_TRY(MakeViews(std::move(rows), options, &out));
    return out;
  }
  TARACEA_TRY(FitOffsets(array::HasOffsets64(type.id), &rows, options));
  SpreadOffsets(&rows, out);
  out.buffers = {std::move(rows.offsets).Publish(), std::move(rows.values).Publish()};
  return out;
}

Result<array::Array> MakePlain(const SchemaNode& leaf, LeafRows&& rows, const array::Type& type, const LeafSlots& slots,
                               const LeafArrayOptions& options) {
  if (type.id == TypeId::kNull) {
    if (rows.value_count != 0) {
      return Status::Corrupt("a column of nulls holds " + std::to_string(rows.value_count) + " values");
    }
    array::Array out = NewArray(type, 0, slots);
    out.validity = Buffer();
    return out;
  }
  if (type.id == TypeId::kBool) {
    return *leaf.physical_type == PhysicalType::kBoolean
               ? MakeBools(std::move(rows), type, slots, options)
               : Result<array::Array>(Status::Unsupported("reading " + ToString(*leaf.physical_type) + " as bool"));
  }
  if (array::IsBinaryLike(type.id)) {
    return MakeBinary(leaf, std::move(rows), type, slots, options);
  }
  if (*leaf.physical_type == PhysicalType::kByteArray) {
    return IsDecimal(type.id) ? MakeBinaryDecimals(std::move(rows), type, slots, options)
                              : Result<array::Array>(Status::Unsupported("reading BYTE_ARRAY as " + type.ToString()));
  }
  return MakeFixed(leaf, std::move(rows), type, slots, options);
}

/// The chunk's dictionary as an array of the dictionary's value type.
Result<array::Array> DictionaryValues(const SchemaNode& leaf, const encoding::Dictionary& dictionary,
                                      const array::Type& type, const LeafArrayOptions& options) {
  LeafRows rows;
  rows.entry_count = rows.value_count = dictionary.entry_count;
  const auto count = static_cast<size_t>(dictionary.entry_count);
  TARACEA_TRY_ASSIGN(rows.values, options.arena->AllocateSized(dictionary.values.size()));
  CopyBytes(rows.values.data(), dictionary.values.data(), dictionary.values.size());
  if (dictionary.width_bytes == 0) {
    rows.form = ValueForm::kOffsets64;
    TARACEA_TRY_ASSIGN(rows.offsets, options.arena->AllocateSized((count + 1) * sizeof(int64_t)));
    CopyBytes(rows.offsets.data(), dictionary.offsets.data(), (count + 1) * sizeof(int64_t));
  }
  return MakePlain(leaf, std::move(rows), type, {dictionary.entry_count, {}}, options);
}

/// Builds a dictionary for rows whose pages are not all dictionary-encoded.
Status BuildDictionary(const SchemaNode& leaf, LeafRows* rows, const LeafArrayOptions& options) {
  const encoding::EncoderSpec spec{*leaf.physical_type, leaf.type_length, options.arena};
  TARACEA_TRY_ASSIGN(const std::unique_ptr<encoding::DictionaryEncoder> encoder, encoding::MakeDictionaryEncoder(spec));
  const encoding::Values values =
      rows->form == ValueForm::kFixed
          ? encoding::Values::Fixed(rows->values.data(), WidthOf(leaf), rows->value_count)
          : encoding::Values::Binary64(rows->offsets.as<int64_t>(), rows->values.data(), rows->value_count);
  const auto slots = static_cast<size_t>(rows->entry_count);
  TARACEA_TRY_ASSIGN(OwnedBuffer indices, options.arena->AllocateSized(slots * sizeof(uint32_t)));
  TARACEA_TRY(encoder->Insert(values, indices.as<uint32_t>()));
  TARACEA_TRY_ASSIGN(OwnedBuffer plain, options.arena->Allocate(static_cast<size_t>(encoder->dictionary_size_bytes())));
  TARACEA_TRY(encoder->WriteDictionary(&plain));
  const encoding::PageValues page{plain.bytes(), encoder->entry_count(), 0, kSlackBytes};
  TARACEA_TRY_ASSIGN(rows->dictionary,
                     encoding::DecodeDictionary(page, *leaf.physical_type, leaf.type_length, options.arena));
  rows->values = std::move(indices);
  rows->form = ValueForm::kIndices;
  return {};
}

template <typename IndexT>
Status NarrowIndices(const uint32_t* indices, int64_t count, int64_t entry_count, OwnedBuffer* out) {
  if (entry_count > 0 && !std::in_range<IndexT>(entry_count - 1)) {
    return Status::InvalidArgument("a dictionary has more entries than its index type can count: " +
                                   std::to_string(entry_count));
  }
  std::transform(indices, indices + count, out->as<IndexT>(), [](uint32_t i) { return static_cast<IndexT>(i); });
  return {};
}

Status ConvertIndices(const array::Type& type, const LeafRows& rows, OwnedBuffer* out) {
  const uint32_t* in = rows.values.as<uint32_t>();
  const int64_t count = rows.value_count;
  const int64_t entries = rows.dictionary == nullptr ? 0 : rows.dictionary->entry_count;
  switch (type.index_type) {
    case TypeId::kInt8: return NarrowIndices<int8_t>(in, count, entries, out);
    case TypeId::kUint8: return NarrowIndices<uint8_t>(in, count, entries, out);
    case TypeId::kInt16: return NarrowIndices<int16_t>(in, count, entries, out);
    case TypeId::kUint16: return NarrowIndices<uint16_t>(in, count, entries, out);
    case TypeId::kInt32: return NarrowIndices<int32_t>(in, count, entries, out);
    case TypeId::kUint32: return NarrowIndices<uint32_t>(in, count, entries, out);
    case TypeId::kInt64: return NarrowIndices<int64_t>(in, count, entries, out);
    case TypeId::kUint64: return NarrowIndices<uint64_t>(in, count, entries, out);
    default: return Status::InvalidArgument("a dictionary index type must be an integer");
  }
}

Result<array::Array> MakeDictionary(const SchemaNode& leaf, LeafRows&& rows, const array::Type& type,
                                    const LeafSlots& slots, const LeafArrayOptions& options) {
  if (rows.form != ValueForm::kIndices) {
    TARACEA_TRY(BuildDictionary(leaf, &rows, options));
  }
  array::Array out = NewArray(type, rows.value_count, slots);
  const int width = array::ByteWidth(array::Type(type.index_type));
  TARACEA_TRY_ASSIGN(OwnedBuffer indices,
                     options.arena->AllocateSized(static_cast<size_t>(slots.count) * static_cast<size_t>(width)));
  TARACEA_TRY(ConvertIndices(type, rows, &indices));
  Spread(&indices, width, out);
  out.buffers = {std::move(indices).Publish()};
  encoding::Dictionary none;
  none.width_bytes = *leaf.physical_type == PhysicalType::kByteArray ? 0 : WidthOf(leaf);
  TARACEA_TRY_ASSIGN(array::Array values, rows.dictionary == nullptr
                                              ? MakePlain(leaf, LeafRows(), type.child(0).type, {}, options)
                                              : DictionaryValues(leaf, *rows.dictionary, type.child(0).type, options));
  out.dictionary = std::make_shared<const array::Array>(std::move(values));
  return out;
}

}  // namespace

ValueForm FormFor(const SchemaNode& leaf, const array::Type& type) {
  if (type.id == TypeId::kDictionary) {
    return *leaf.physical_type == PhysicalType::kBoolean ? ValueForm::kFixed : ValueForm::kIndices;
  }
  if (*leaf.physical_type != PhysicalType::kByteArray) {
    return ValueForm::kFixed;
  }
  const bool small = type.id == TypeId::kUtf8 || type.id == TypeId::kBinary;
  return small ? ValueForm::kOffsets32 : ValueForm::kOffsets64;
}

Result<array::Array> MakeLeafArray(const SchemaNode& leaf, const array::Type& type, LeafRows&& rows,
                                   const LeafSlots& slots, const LeafArrayOptions& options) {
  if (type.id == TypeId::kDictionary) {
    return MakeDictionary(leaf, std::move(rows), type, slots, options);
  }
  if (type.id == TypeId::kRunEndEncoded) {
    TARACEA_TRY_ASSIGN(array::Array plain, MakePlain(leaf, std::move(rows), type.child(1).type, slots, options));
    return EncodeRunEnds(type, plain, options.arena);
  }
  return MakePlain(leaf, std::move(rows), type, slots, options);
}

}  // namespace taracea::column
