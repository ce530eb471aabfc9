#pragma once

#include <cstdint>
#include <string_view>

namespace taracea::thrift {

/// The type nibble of a field header or a list header of the compact protocol. A boolean field keeps its value in the
/// header; a boolean list element takes one byte.
/// Spec: README.md#metadata (Thrift compact protocol)
enum class WireType : uint8_t {
  kStop = 0,
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kI16 = 4,
  kI32 = 5,
  kI64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
  kUuid = 13,
};

/// Highest delta of a field id, and highest length of a list, that fits into a header byte.
inline constexpr int kLongestFieldDelta = 15;
inline constexpr int kLongestShortList = 14;

/// Binary field that any struct may carry for extensions.
/// Spec: BinaryProtocolExtensions.md
inline constexpr int16_t kExtensionFieldId = 32767;

/// Names a wire type in error messages: "i32", "struct", ...
constexpr std::string_view WireTypeName(WireType type) noexcept {
  switch (type) {
    case WireType::kStop: return "stop";
    case WireType::kTrue:
    case WireType::kFalse: return "bool";
    case WireType::kByte: return "i8";
    case WireType::kI16: return "i16";
    case WireType::kI32: return "i32";
    case WireType::kI64: return "i64";
    case WireType::kDouble: return "double";
    case WireType::kBinary: return "binary";
    case WireType::kList: return "list";
    case WireType::kSet: return "set";
    case WireType::kMap: return "map";
    case WireType::kStruct: return "struct";
    case WireType::kUuid: return "uuid";
  }
  return "unknown";
}

}  // namespace taracea::thrift
