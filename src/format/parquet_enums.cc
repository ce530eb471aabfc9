#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "taracea/types.h"

namespace taracea {
namespace {

// Each table lists the specification's names by number; an empty name is a number that is not in use.
constexpr std::array<std::string_view, 8> kPhysicalTypes = {"BOOLEAN", "INT32",  "INT64",      "INT96",
                                                            "FLOAT",   "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"};
constexpr std::array<std::string_view, 11> kEncodings = {
    "PLAIN",
    "GROUP_VAR_INT",
    "PLAIN_DICTIONARY",
    "RLE",
    "BIT_PACKED",
    "DELTA_BINARY_PACKED",
    "DELTA_LENGTH_BYTE_ARRAY",
    "DELTA_BYTE_ARRAY",
    "RLE_DICTIONARY",
    "BYTE_STREAM_SPLIT",
    "ALP",
};
constexpr std::array<std::string_view, 8> kCodecs = {"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO",
                                                     "BROTLI",       "LZ4",    "ZSTD", "LZ4_RAW"};
constexpr std::array<std::string_view, 3> kRepetitions = {"REQUIRED", "OPTIONAL", "REPEATED"};
constexpr std::array<std::string_view, 4> kPageTypes = {"DATA_PAGE", "INDEX_PAGE", "DICTIONARY_PAGE", "DATA_PAGE_V2"};
constexpr std::array<std::string_view, 3> kBoundaryOrders = {"UNORDERED", "ASCENDING", "DESCENDING"};
constexpr std::array<std::string_view, 22> kConvertedTypes = {
    "UTF8",
    "MAP",
    "MAP_KEY_VALUE",
    "LIST",
    "ENUM",
    "DECIMAL",
    "DATE",
    "TIME_MILLIS",
    "TIME_MICROS",
    "TIMESTAMP_MILLIS",
    "TIMESTAMP_MICROS",
    "UINT_8",
    "UINT_16",
    "UINT_32",
    "UINT_64",
    "INT_8",
    "INT_16",
    "INT_32",
    "INT_64",
    "JSON",
    "BSON",
    "INTERVAL",
};
constexpr std::array<std::string_view, 5> kColumnOrders = {"UNDEFINED", "TYPE_ORDER", "IEEE_754_TOTAL_ORDER",
                                                           "INT96_TIMESTAMP_ORDER", "UNKNOWN"};
constexpr std::array<std::string_view, 5> kTimeUnits = {"SECONDS", "MILLIS", "MICROS", "NANOS", "UNKNOWN"};
constexpr std::array<std::string_view, 5> kEdgeAlgorithms = {"SPHERICAL", "VINCENTY", "THOMAS", "ANDOYER", "KARNEY"};

template <typename Enum>
std::string NameOf(Enum value, std::span<const std::string_view> names) {
  const auto number = static_cast<int64_t>(value);
  if (number >= 0 && number < static_cast<int64_t>(names.size())) {
    return std::string(names[static_cast<size_t>(number)]);
  }
  return fmt::format("UNKNOWN({})", number);
}

constexpr char LowerCase(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool SameName(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return LowerCase(x) == LowerCase(y); });
}

template <typename Enum>
std::optional<Enum> FromName(std::string_view name, std::span<const std::string_view> names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (SameName(name, names[i])) {
      return static_cast<Enum>(i);
    }
  }
  return std::nullopt;
}

std::string TimeText(std::string_view name, const LogicalType& type) {
  return fmt::format("{}({},{})", name, ToString(type.unit), type.is_adjusted_to_utc);
}

std::string GeographyText(const LogicalType& type) {
  if (!type.has_algorithm) {
    return type.crs.empty() ? "GEOGRAPHY" : fmt::format("GEOGRAPHY({})", type.crs);
  }
  return fmt::format("GEOGRAPHY({},{})", type.crs, NameOf(type.algorithm, kEdgeAlgorithms));
}

}  // namespace

std::string ToString(PhysicalType type) {
  return NameOf(type, kPhysicalTypes);
}
std::string ToString(Encoding encoding) {
  return NameOf(encoding, kEncodings);
}
std::string ToString(Codec codec) {
  return NameOf(codec, kCodecs);
}
std::string ToString(Repetition repetition) {
  return NameOf(repetition, kRepetitions);
}
std::string ToString(PageType type) {
  return NameOf(type, kPageTypes);
}
std::string ToString(BoundaryOrder order) {
  return NameOf(order, kBoundaryOrders);
}
std::string ToString(ConvertedType type) {
  return NameOf(type, kConvertedTypes);
}
std::string ToString(ColumnOrder order) {
  return NameOf(order, kColumnOrders);
}
std::string ToString(TimeUnit unit) {
  return NameOf(unit, kTimeUnits);
}
std::string ToString(EdgeAlgorithm algorithm) {
  return NameOf(algorithm, kEdgeAlgorithms);
}

std::optional<Codec> CodecFromName(std::string_view name) {
  if (SameName(name, "none")) {
    return Codec::kUncompressed;
  }
  // The codec of that number is deprecated: whoever asks for "lz4" wants the one that replaced it.
  if (SameName(name, "lz4")) {
    return Codec::kLz4Raw;
  }
  return FromName<Codec>(name, kCodecs);
}

std::optional<Encoding> EncodingFromName(std::string_view name) {
  return FromName<Encoding>(name, kEncodings);
}

std::string LogicalType::ToString() const {
  switch (kind) {
    case Kind::kNone: return "";
    case Kind::kString: return "STRING";
    case Kind::kMap: return "MAP";
    case Kind::kList: return "LIST";
    case Kind::kEnum: return "ENUM";
    case Kind::kDecimal: return fmt::format("DECIMAL({},{})", precision, scale);
    case Kind::kDate: return "DATE";
    case Kind::kTime: return TimeText("TIME", *this);
    case Kind::kTimestamp: return TimeText("TIMESTAMP", *this);
    case Kind::kInteger: return fmt::format("INTEGER({},{})", int{bit_width}, is_signed);
    case Kind::kNull: return "UNKNOWN";
    case Kind::kJson: return "JSON";
    case Kind::kBson: return "BSON";
    case Kind::kUuid: return "UUID";
    case Kind::kFloat16: return "FLOAT16";
    case Kind::kVariant:
      return specification_version == 0 ? "VARIANT" : fmt::format("VARIANT({})", int{specification_version});
    case Kind::kGeometry: return crs.empty() ? "GEOMETRY" : fmt::format("GEOMETRY({})", crs);
    case Kind::kGeography: return GeographyText(*this);
    case Kind::kFile: return "FILE";
    case Kind::kInterval: return "INTERVAL";
    case Kind::kUnrecognised: break;
  }
  return fmt::format("UNRECOGNISED({})", unrecognised_id);
}

}  // namespace taracea
