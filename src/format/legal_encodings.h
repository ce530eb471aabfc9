#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "taracea/types.h"

namespace taracea::format {

/// What the format allows an encoding to be used for.
enum class Legality : uint8_t {
  kIllegal,
  kReadOnly,  ///< Deprecated or preview: readers meet it, writers do not write it.
  kReadAndWrite,
};

inline constexpr size_t kEncodingCount = 11;

namespace legal_encodings_internal {

inline constexpr Legality kNo = Legality::kIllegal;
inline constexpr Legality kRead = Legality::kReadOnly;
inline constexpr Legality kBoth = Legality::kReadAndWrite;

// Rows: encodings by number. Columns: BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY.
inline constexpr std::array<std::array<Legality, kPhysicalTypeCount>, kEncodingCount> kTable = {{
    {kBoth, kBoth, kBoth, kBoth, kBoth, kBoth, kBoth, kBoth},  // PLAIN
    {kNo, kNo, kNo, kNo, kNo, kNo, kNo, kNo},                  // GROUP_VAR_INT
    {kRead, kRead, kRead, kRead, kRead, kRead, kRead, kRead},  // PLAIN_DICTIONARY
    {kBoth, kNo, kNo, kNo, kNo, kNo, kNo, kNo},                // RLE
    {kNo, kNo, kNo, kNo, kNo, kNo, kNo, kNo},                  // BIT_PACKED
    {kNo, kBoth, kBoth, kNo, kNo, kNo, kNo, kNo},              // DELTA_BINARY_PACKED
    {kNo, kNo, kNo, kNo, kNo, kNo, kBoth, kNo},                // DELTA_LENGTH_BYTE_ARRAY
    {kNo, kNo, kNo, kNo, kNo, kNo, kBoth, kBoth},              // DELTA_BYTE_ARRAY
    {kRead, kBoth, kBoth, kBoth, kBoth, kBoth, kBoth, kBoth},  // RLE_DICTIONARY
    {kNo, kBoth, kBoth, kNo, kBoth, kBoth, kNo, kBoth},        // BYTE_STREAM_SPLIT
    {kNo, kNo, kNo, kNo, kRead, kRead, kNo, kNo},              // ALP
}};

}  // namespace legal_encodings_internal

/// Says whether the values of a data page of that type may have that encoding. Dictionary indices count as an encoding
/// of the type of the dictionary; dictionary pages themselves are PLAIN. kIllegal for numbers that are not in the
/// specification. BIT_PACKED encodes levels only.
/// Spec: Encodings.md
constexpr Legality LegalityOf(Encoding encoding, PhysicalType type) noexcept {
  const auto row = static_cast<uint32_t>(encoding);
  const auto column = static_cast<uint32_t>(type);
  if (row >= kEncodingCount || column >= static_cast<uint32_t>(kPhysicalTypeCount)) {
    return Legality::kIllegal;
  }
  return legal_encodings_internal::kTable[row][column];
}

constexpr bool IsLegalToRead(Encoding encoding, PhysicalType type) noexcept {
  return LegalityOf(encoding, type) != Legality::kIllegal;
}
constexpr bool IsLegalToWrite(Encoding encoding, PhysicalType type) noexcept {
  return LegalityOf(encoding, type) == Legality::kReadAndWrite;
}

/// Whether values are stored as indices into the chunk's dictionary.
constexpr bool IsDictionaryEncoding(Encoding encoding) noexcept {
  return encoding == Encoding::kPlainDictionary || encoding == Encoding::kRleDictionary;
}

/// Whether the specification has that number, used or reserved.
constexpr bool IsKnownEncoding(Encoding encoding) noexcept {
  return static_cast<uint32_t>(encoding) < kEncodingCount;
}

}  // namespace taracea::format
