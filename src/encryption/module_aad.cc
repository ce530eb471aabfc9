#include "encryption/module_aad.h"

#include "base/try.h"

namespace taracea::encryption {
namespace {

Status AppendOrdinal(const char* kind, int64_t ordinal, std::string* aad) {
  if (ordinal < 0 || ordinal > kMaxOrdinal) {
    return Status::Corrupt("encrypted files have ordinals up to " + std::to_string(kMaxOrdinal) + ", found " + kind +
                           " " + std::to_string(ordinal));
  }
  *aad += static_cast<char>(ordinal & 0xFF);
  *aad += static_cast<char>(ordinal >> 8);
  return {};
}

}  // namespace

std::string_view ToString(ModuleType type) noexcept {
  switch (type) {
    case ModuleType::kFooter: return "footer";
    case ModuleType::kColumnMetaData: return "column metadata";
    case ModuleType::kDataPage: return "data page";
    case ModuleType::kDictionaryPage: return "dictionary page";
    case ModuleType::kDataPageHeader: return "data page header";
    case ModuleType::kDictionaryPageHeader: return "dictionary page header";
    case ModuleType::kColumnIndex: return "column index";
    case ModuleType::kOffsetIndex: return "offset index";
    case ModuleType::kBloomFilterHeader: return "bloom filter header";
    case ModuleType::kBloomFilterBitset: return "bloom filter bitset";
  }
  return "module";
}

Result<std::string> MakeModuleAad(std::string_view file_aad, const ModuleId& id) {
  std::string aad;
  aad.reserve(file_aad.size() + 7);
  aad += file_aad;
  aad += static_cast<char>(id.type);
  if (id.type == ModuleType::kFooter) {
    return aad;
  }
  TARACEA_TRY(AppendOrdinal("row group", id.row_group, &aad));
  TARACEA_TRY(AppendOrdinal("column", id.column, &aad));
  if (id.type == ModuleType::kDataPage || id.type == ModuleType::kDataPageHeader) {
    TARACEA_TRY(AppendOrdinal("page", id.page, &aad));
  }
  return aad;
}

}  // namespace taracea::encryption
