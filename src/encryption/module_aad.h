#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "taracea/status.h"

namespace taracea::encryption {

/// The kinds of modules, the pieces of a file that are encrypted one by one; the numbers are those in their AADs.
/// Spec: Encryption.md#442-aad-suffix
enum class ModuleType : uint8_t {
  kFooter = 0,
  kColumnMetaData = 1,
  kDataPage = 2,
  kDictionaryPage = 3,
  kDataPageHeader = 4,
  kDictionaryPageHeader = 5,
  kColumnIndex = 6,
  kOffsetIndex = 7,
  kBloomFilterHeader = 8,
  kBloomFilterBitset = 9,
};

/// Names a kind of module for messages: "data page header".
std::string_view ToString(ModuleType type) noexcept;

/// The largest ordinal that fits an AAD: encrypted files have no more row groups, columns and pages of a chunk.
inline constexpr int64_t kMaxOrdinal = 32767;

/// Says which module of a file is meant. Ordinals that its type does not have are ignored.
struct ModuleId {
  ModuleType type = ModuleType::kFooter;
  int64_t row_group = 0;  ///< RowGroup.ordinal.
  int64_t column = 0;     ///< Ordinal of the leaf.
  int64_t page = 0;       ///< Among the data pages of the chunk; of kDataPage and kDataPageHeader only.
};

/// Makes the additional authenticated data that ties a module to its place. Errors: kCorrupt for an ordinal that does
/// not lie in [0, kMaxOrdinal].
///
/// Wire:   file_aad, the type in one byte, then the ordinals that the type has: row group, column, page, each in 16
/// bits
///         little-endian.
/// Spec:   Encryption.md#44-additional-authenticated-data
Result<std::string> MakeModuleAad(std::string_view file_aad, const ModuleId& id);

}  // namespace taracea::encryption
