#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "taracea/buffer.h"
#include "taracea/types.h"

/// The referee: the encodings of Encodings.md, section by section, as plainly as they can be written. It shares nothing
/// with the library but its types, and settles what a page means. Nothing here is meant to be fast.
/// Every function gives nothing where the bytes break the format.
namespace taracea::reference {

/// A value as its bytes: little-endian numbers, BOOLEAN one byte 0 or 1, byte arrays themselves.
using Value = std::string;

/// "Plain: (PLAIN = 0)". Length of a FIXED_LEN_BYTE_ARRAY in `type_length`.
std::optional<std::vector<Value>> DecodePlain(ConstBytes page, PhysicalType type, int32_t type_length, int64_t count);

/// "Run Length Encoding / Bit-Packing Hybrid (RLE = 3)", without a length prefix. At width 0 all numbers are 0.
std::optional<std::vector<uint32_t>> DecodeHybrid(ConstBytes runs, int bit_width, int64_t count);

/// The same for BOOLEAN values: with the length prefix of four bytes.
std::optional<std::vector<Value>> DecodeBooleanRle(ConstBytes page, int64_t count);

/// "Dictionary Encoding (PLAIN_DICTIONARY = 2 and RLE_DICTIONARY = 8)": the indices of a data page.
std::optional<std::vector<uint32_t>> DecodeDictionaryIndices(ConstBytes page, int64_t count);

/// "Bit-packed (Deprecated) (BIT_PACKED = 4)": from the most significant bit on.
std::optional<std::vector<uint16_t>> DecodeBitPackedLevels(ConstBytes levels, int bit_width, int64_t count);

/// "Delta Encoding (DELTA_BINARY_PACKED = 5)": numbers of `type_bits` (32 or 64) bits, sign-extended. *end: the bytes
/// that the section takes, its last miniblock whole.
std::optional<std::vector<int64_t>> DecodeDeltaBinaryPacked(ConstBytes section, int type_bits, size_t* end);

/// "Delta-length byte array: (DELTA_LENGTH_BYTE_ARRAY = 6)".
std::optional<std::vector<Value>> DecodeDeltaLengthByteArray(ConstBytes page);

/// "Delta Strings: (DELTA_BYTE_ARRAY = 7)".
std::optional<std::vector<Value>> DecodeDeltaByteArray(ConstBytes page);

/// "Byte Stream Split: (BYTE_STREAM_SPLIT = 9)".
std::optional<std::vector<Value>> DecodeByteStreamSplit(ConstBytes page, int width_bytes, int64_t count);

/// The values of a page in any of these encodings. `dictionary`: its entries, for the dictionary encodings.
std::optional<std::vector<Value>> DecodeValues(Encoding encoding, PhysicalType type, int32_t type_length,
                                               ConstBytes page, int64_t count, const std::vector<Value>& dictionary);

}  // namespace taracea::reference
