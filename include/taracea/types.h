#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace taracea {

// The enumerations of parquet.thrift, with its numbers. A number that a newer writer used is kept as it is and only
// matters when it must be acted upon: compare before you switch.

/// Spec: parquet.thrift#Type
enum class PhysicalType : int32_t {
  kBoolean = 0,
  kInt32 = 1,
  kInt64 = 2,
  kInt96 = 3,
  kFloat = 4,
  kDouble = 5,
  kByteArray = 6,
  kFixedLenByteArray = 7,
};
inline constexpr int kPhysicalTypeCount = 8;

/// Spec: parquet.thrift#Encoding
enum class Encoding : int32_t {
  kPlain = 0,
  kGroupVarInt = 1,  ///< Never used.
  kPlainDictionary = 2,
  kRle = 3,
  kBitPacked = 4,
  kDeltaBinaryPacked = 5,
  kDeltaLengthByteArray = 6,
  kDeltaByteArray = 7,
  kRleDictionary = 8,
  kByteStreamSplit = 9,
  kAlp = 10,
};

/// Spec: parquet.thrift#CompressionCodec
enum class Codec : int32_t {
  kUncompressed = 0,
  kSnappy = 1,
  kGzip = 2,
  kLzo = 3,
  kBrotli = 4,
  kLz4 = 5,  ///< Deprecated Hadoop framing; read only.
  kZstd = 6,
  kLz4Raw = 7,
};

/// Spec: parquet.thrift#FieldRepetitionType
enum class Repetition : int32_t { kRequired = 0, kOptional = 1, kRepeated = 2 };

/// Spec: parquet.thrift#PageType
enum class PageType : int32_t { kDataPage = 0, kIndexPage = 1, kDictionaryPage = 2, kDataPageV2 = 3 };

/// Spec: parquet.thrift#BoundaryOrder
enum class BoundaryOrder : int32_t { kUnordered = 0, kAscending = 1, kDescending = 2 };

/// Spec: parquet.thrift#ConvertedType
enum class ConvertedType : int32_t {
  kUtf8 = 0,
  kMap = 1,
  kMapKeyValue = 2,
  kList = 3,
  kEnum = 4,
  kDecimal = 5,
  kDate = 6,
  kTimeMillis = 7,
  kTimeMicros = 8,
  kTimestampMillis = 9,
  kTimestampMicros = 10,
  kUint8 = 11,
  kUint16 = 12,
  kUint32 = 13,
  kUint64 = 14,
  kInt8 = 15,
  kInt16 = 16,
  kInt32 = 17,
  kInt64 = 18,
  kJson = 19,
  kBson = 20,
  kInterval = 21,
};

enum class TimeUnit : uint8_t { kSecond, kMilli, kMicro, kNano, kUnknown };

/// Spec: parquet.thrift#EdgeInterpolationAlgorithm
enum class EdgeAlgorithm : int32_t { kSpherical = 0, kVincenty = 1, kThomas = 2, kAndoyer = 3, kKarney = 4 };

/// Spec: parquet.thrift#ColumnOrder. kUndefined: the footer says nothing for this column; kUnknown: an order that is
/// newer than this library. min and max are usable for neither.
enum class ColumnOrder : uint8_t { kUndefined, kTypeDefined, kIeee754TotalOrder, kInt96Timestamp, kUnknown };

/// What the bytes of a column mean. One flat struct for the LogicalType union, the ConvertedTypes that have no member
/// there (INTERVAL) and absence; parameters that a kind does not use keep their defaults.
/// Spec: parquet.thrift#LogicalType, LogicalTypes.md
struct LogicalType {
  enum class Kind : uint8_t {
    kNone,
    kString,
    kMap,
    kList,
    kEnum,
    kDecimal,
    kDate,
    kTime,
    kTimestamp,
    kInteger,
    kNull,  ///< UNKNOWN in parquet.thrift: only nulls are stored.
    kJson,
    kBson,
    kUuid,
    kFloat16,
    kVariant,
    kGeometry,
    kGeography,
    kFile,
    kInterval,      ///< Exists as ConvertedType only.
    kUnrecognised,  ///< A union member newer than this library; `unrecognised_id` says which.
  };

  Kind kind = Kind::kNone;
  int32_t precision = 0;                                ///< kDecimal: digits.
  int32_t scale = 0;                                    ///< kDecimal: digits behind the point.
  bool is_adjusted_to_utc = false;                      ///< kTime, kTimestamp.
  TimeUnit unit = TimeUnit::kMilli;                     ///< kTime, kTimestamp.
  int8_t bit_width = 0;                                 ///< kInteger: 8, 16, 32 or 64.
  bool is_signed = false;                               ///< kInteger.
  std::string crs;                                      ///< kGeometry, kGeography; empty: the format's default.
  EdgeAlgorithm algorithm = EdgeAlgorithm::kSpherical;  ///< kGeography.
  bool has_algorithm = false;                           ///< kGeography: written in the file.
  int8_t specification_version = 0;                     ///< kVariant; 0: absent.
  int32_t unrecognised_id = 0;  ///< kUnrecognised: field id of the union member, 0: none; unit kUnknown: of the unit.
  std::string unrecognised_bytes;  ///< kUnrecognised: the member's Thrift encoding, kept for writing it again.

  bool operator==(const LogicalType&) const = default;
  explicit operator bool() const noexcept { return kind != Kind::kNone; }

  /// "STRING", "DECIMAL(12,2)", "TIMESTAMP(MICROS,true)", "INTEGER(16,true)", ... as in printed schemas; "" for kNone.
  std::string ToString() const;
};

/// The spec's names: "INT32", "DELTA_BYTE_ARRAY", "ZSTD", "OPTIONAL", ...; "UNKNOWN(17)" for a number it does not have.
std::string ToString(PhysicalType type);
std::string ToString(Encoding encoding);
std::string ToString(Codec codec);
std::string ToString(Repetition repetition);
std::string ToString(PageType type);
std::string ToString(BoundaryOrder order);
std::string ToString(ConvertedType type);
std::string ToString(ColumnOrder order);
/// "MILLIS", "MICROS", "NANOS", "SECONDS", "UNKNOWN".
std::string ToString(TimeUnit unit);
std::string ToString(EdgeAlgorithm algorithm);

/// The inverse, without regard to case; nothing when the name is not the spec's. Codec also takes "none", "lz4" means
/// LZ4_RAW.
std::optional<Codec> CodecFromName(std::string_view name);
std::optional<Encoding> EncodingFromName(std::string_view name);

/// Bytes of one value of a fixed-width type (BOOLEAN counts as 1, as decoders hand it out); 0 for BYTE_ARRAY and for
/// FIXED_LEN_BYTE_ARRAY, whose width is the schema's.
constexpr int FixedWidthBytes(PhysicalType type) noexcept {
  switch (type) {
    case PhysicalType::kBoolean: return 1;
    case PhysicalType::kInt32: return 4;
    case PhysicalType::kInt64: return 8;
    case PhysicalType::kInt96: return 12;
    case PhysicalType::kFloat: return 4;
    case PhysicalType::kDouble: return 8;
    case PhysicalType::kByteArray:
    case PhysicalType::kFixedLenByteArray: return 0;
  }
  return 0;
}

}  // namespace taracea
