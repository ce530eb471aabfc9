#include "encryption/module_cipher.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "support/module_sealer.h"

namespace taracea::encryption {
namespace {

using testing::ModuleSealer;

constexpr std::string_view kKeys[] = {"0123456789012345", "012345678901234567890123",
                                      "01234567890123456789012345678901"};
const std::string kAad = "prefix and file";

EncryptionKey Key(std::string_view bytes) {
  return EncryptionKey::FromBytes(AsBytes(bytes)).value();
}

ModuleCipher Cipher(std::string_view key, PageCipher pages = PageCipher::kGcm, const std::string& aad = kAad) {
  return std::move(ModuleCipher::Create(Key(key), aad, pages)).value();
}

std::vector<std::byte> Pattern(size_t size_bytes) {
  std::vector<std::byte> out(size_bytes);
  for (size_t i = 0; i < size_bytes; ++i) {
    out[i] = static_cast<std::byte>(i * 7 + i / 256);
  }
  return out;
}

ModuleId Id(int type) {
  return {static_cast<ModuleType>(type), 3, 2, 5};
}

bool IsPage(int type) {
  return Id(type).type == ModuleType::kDataPage || Id(type).type == ModuleType::kDictionaryPage;
}

TEST(ModuleCipher, DecryptsWhatWasSealedWithEveryKeySizeCipherTypeAndLength) {
  for (const std::string_view key : kKeys) {
    for (const PageCipher pages : {PageCipher::kGcm, PageCipher::kCtr}) {
      ModuleSealer sealer(key, kAad, pages);
      ModuleCipher cipher = Cipher(key, pages);
      for (int type = 0; type <= 9; ++type) {
        for (const size_t size_bytes : {0U, 1U, 15U, 16U, 17U, 255U, 4096U, 70001U}) {
          const std::vector<std::byte> plain = Pattern(size_bytes);
          const std::vector<std::byte> module = sealer.Seal(Id(type), plain);
          EXPECT_EQ(module.size(), plain.size() + (pages == PageCipher::kCtr && IsPage(type) ? 16 : 32));
          Result<Buffer> opened = cipher.Decrypt(Id(type), module, *DefaultArena());
          ASSERT_TRUE(opened.ok()) << opened.error().ToString();
          EXPECT_TRUE(std::ranges::equal(opened->bytes(), plain)) << type << " " << size_bytes;
        }
      }
    }
  }
}

TEST(ModuleCipher, NoticesEveryAlteredBitAndEveryTruncation) {
  ModuleSealer sealer(kKeys[0], kAad, PageCipher::kGcm);
  ModuleCipher cipher = Cipher(kKeys[0]);
  std::vector<std::byte> module = sealer.Seal(Id(2), Pattern(37));
  for (size_t bit = 0; bit < module.size() * 8; ++bit) {
    module[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_EQ(cipher.Decrypt(Id(2), module, *DefaultArena()).status().code(), ErrorCode::kCorrupt) << bit;
    module[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  for (size_t size_bytes = 0; size_bytes < module.size(); ++size_bytes) {
    std::vector<std::byte> cut(module.begin(), module.begin() + static_cast<ptrdiff_t>(size_bytes));
    EXPECT_EQ(cipher.Decrypt(Id(2), cut, *DefaultArena()).status().code(), ErrorCode::kCorrupt) << size_bytes;
    if (size_bytes >= 4) {  // And with a length that tells of the cut.
      Store(cut.data(), static_cast<uint32_t>(size_bytes - 4));
      EXPECT_EQ(cipher.Decrypt(Id(2), cut, *DefaultArena()).status().code(), ErrorCode::kCorrupt) << size_bytes;
    }
  }
  module.push_back(std::byte{0});
  EXPECT_EQ(cipher.Decrypt(Id(2), module, *DefaultArena()).status().code(), ErrorCode::kCorrupt);
}

TEST(ModuleCipher, RefusesAModuleFromAnotherPlaceFileOrKey) {
  ModuleSealer sealer(kKeys[0], kAad, PageCipher::kGcm);
  ModuleCipher cipher = Cipher(kKeys[0]);
  const std::vector<std::byte> module = sealer.Seal({ModuleType::kDataPage, 1, 2, 3}, Pattern(20));
  const auto opens = [&](const ModuleId& id) { return cipher.Decrypt(id, module, *DefaultArena()).ok(); };
  EXPECT_TRUE(opens({ModuleType::kDataPage, 1, 2, 3}));
  EXPECT_FALSE(opens({ModuleType::kDataPage, 0, 2, 3}));
  EXPECT_FALSE(opens({ModuleType::kDataPage, 1, 0, 3}));
  EXPECT_FALSE(opens({ModuleType::kDataPage, 1, 2, 4}));
  EXPECT_FALSE(opens({ModuleType::kDataPageHeader, 1, 2, 3}));
  EXPECT_FALSE(opens({ModuleType::kDataPage, 1, 2, 40000}));
  EXPECT_FALSE(Cipher(kKeys[0], PageCipher::kGcm, "another").Decrypt(Id(2), module, *DefaultArena()).ok());
  EXPECT_FALSE(Cipher("another key here", PageCipher::kGcm).Decrypt(Id(2), module, *DefaultArena()).ok());
}

TEST(ModuleCipher, SaysThatTheKeyOrPrefixMayBeWrongAndPrintsNeither) {
  ModuleSealer sealer(kKeys[0], kAad, PageCipher::kGcm);
  const std::vector<std::byte> module = sealer.Seal(Id(6), Pattern(20));
  const Status status = Cipher(kKeys[1]).Decrypt(Id(6), module, *DefaultArena()).status();
  EXPECT_EQ(status.message(),
            "a column index does not decrypt: its key or the AAD prefix is wrong, or its bytes were altered");
}

TEST(ModuleCipher, ReadsTheSizeOfAModuleBeforeItIsFetched) {
  const auto stored = [](uint32_t length, int64_t left_bytes) {
    std::byte front[4];
    Store(front, length);
    return StoredModuleBytes(front, left_bytes);
  };
  EXPECT_EQ(stored(28, 100).value(), 32);
  EXPECT_EQ(stored(96, 100).value(), 100);
  EXPECT_EQ(stored(12, 16).value(), 16);
  for (const uint32_t length : {0U, 11U, 97U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    EXPECT_EQ(stored(length, 100).status().code(), ErrorCode::kCorrupt) << length;
  }
  EXPECT_EQ(stored(0xFFFFFFFF, std::numeric_limits<int64_t>::max()).value(), int64_t{0xFFFFFFFF} + 4);
  EXPECT_FALSE(StoredModuleBytes({}, 100).ok());
  EXPECT_FALSE(stored(0, 3).ok());
}

TEST(ModuleCipher, VerifiesTheSignatureOfAFooterAndNoticesEveryAlteredBit) {
  ModuleSealer sealer(kKeys[2], kAad, PageCipher::kGcm);
  std::vector<std::byte> footer = Pattern(61);
  std::vector<std::byte> signature = sealer.Sign(footer);
  ASSERT_EQ(signature.size(), static_cast<size_t>(kSignatureBytes));
  ModuleCipher cipher = Cipher(kKeys[2]);
  EXPECT_TRUE(cipher.VerifySignature(footer, signature).value());
  for (std::vector<std::byte>* const part : {&footer, &signature}) {
    for (size_t bit = 0; bit < part->size() * 8; ++bit) {
      (*part)[bit / 8] ^= std::byte{1} << (bit % 8);
      EXPECT_FALSE(cipher.VerifySignature(footer, signature).value()) << bit;
      (*part)[bit / 8] ^= std::byte{1} << (bit % 8);
    }
  }
  signature.pop_back();
  EXPECT_EQ(cipher.VerifySignature(footer, signature).status().code(), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace taracea::encryption
