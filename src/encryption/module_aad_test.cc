#include "encryption/module_aad.h"

#include <gtest/gtest.h>

namespace taracea::encryption {
namespace {

using namespace std::string_literals;

constexpr ModuleType kTypes[] = {
    ModuleType::kFooter,           ModuleType::kColumnMetaData, ModuleType::kDataPage,
    ModuleType::kDictionaryPage,   ModuleType::kDataPageHeader, ModuleType::kDictionaryPageHeader,
    ModuleType::kColumnIndex,      ModuleType::kOffsetIndex,    ModuleType::kBloomFilterHeader,
    ModuleType::kBloomFilterBitset};

bool HasPage(ModuleType type) {
  return type == ModuleType::kDataPage || type == ModuleType::kDataPageHeader;
}

TEST(ModuleAad, PutsTypeAndOrdinalsBehindTheFilesOwn) {
  EXPECT_EQ(MakeModuleAad("pre", {ModuleType::kFooter, 1, 2, 3}).value(), "pre\x00"s);
  EXPECT_EQ(MakeModuleAad("", {ModuleType::kColumnMetaData, 1, 2, 3}).value(), "\x01\x01\x00\x02\x00"s);
  EXPECT_EQ(MakeModuleAad("pre", {ModuleType::kDataPage, 0x0102, 0x0304, 0x0506}).value(),
            "pre\x02\x02\x01\x04\x03\x06\x05"s);
  EXPECT_EQ(MakeModuleAad("", {ModuleType::kDictionaryPage, 0, 0, 9}).value(), "\x03\x00\x00\x00\x00"s);
  EXPECT_EQ(MakeModuleAad("", {ModuleType::kBloomFilterBitset, 32767, 0, 0}).value(), "\x09\xFF\x7F\x00\x00"s);
}

TEST(ModuleAad, NumbersTheTypesFromZero) {
  for (size_t i = 0; i < std::size(kTypes); ++i) {
    EXPECT_EQ(MakeModuleAad("", {kTypes[i], 0, 0, 0}).value().front(), static_cast<char>(i));
    EXPECT_FALSE(ToString(kTypes[i]).empty());
  }
}

TEST(ModuleAad, RefusesOrdinalsThatSixteenBitsWithSignCannotHold) {
  for (const ModuleType type : kTypes) {
    for (const int64_t bad : {int64_t{-1}, int64_t{32768}, int64_t{65536}, int64_t{1} << 40}) {
      const bool has_place = type != ModuleType::kFooter;
      EXPECT_EQ(MakeModuleAad("", {type, bad, 0, 0}).ok(), !has_place);
      EXPECT_EQ(MakeModuleAad("", {type, 0, bad, 0}).ok(), !has_place);
      EXPECT_EQ(MakeModuleAad("", {type, 0, 0, bad}).ok(), !HasPage(type));
    }
    EXPECT_TRUE(MakeModuleAad("", {type, 32767, 32767, 32767}).ok());
  }
}

}  // namespace
}  // namespace taracea::encryption
