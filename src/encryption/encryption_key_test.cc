#include <gtest/gtest.h>

#include <string>

#include "taracea/encryption.h"

namespace taracea {
namespace {

std::string BytesOfKey(std::string_view text) {
  const Result<EncryptionKey> key = EncryptionKey::FromText(text);
  return key.ok() ? std::string(AsText(key->bytes())) : key.error().ToString();
}

TEST(EncryptionKey, ReadsHexadecimalDigitsOfThreeSizes) {
  EXPECT_EQ(BytesOfKey("000102030405060708090a0B0C0d0e0F"),
            std::string("\0\1\2\3\4\5\6\7\x8\x9\xA\xB\xC\xD\xE\xF", 16));
  EXPECT_EQ(BytesOfKey(std::string(48, '3')), std::string(24, '3'));
  EXPECT_EQ(BytesOfKey(std::string(64, 'f')), std::string(32, '\xFF'));
}

TEST(EncryptionKey, TakesCharactersAsTheyAre) {
  EXPECT_EQ(BytesOfKey("0123456789012345"), "0123456789012345");
  EXPECT_EQ(BytesOfKey("text of twenty-four char"), "text of twenty-four char");
  EXPECT_EQ(BytesOfKey("thirty-two characters are a key."), "thirty-two characters are a key.");
  EXPECT_EQ(BytesOfKey("text:01234567890123456789012345678901"), "01234567890123456789012345678901");
}

TEST(EncryptionKey, RefusesOtherSizesAndSaysNothingOfTheKey) {
  for (const size_t size : {0U, 1U, 15U, 17U, 31U, 33U, 63U, 65U, 200U}) {
    const Result<EncryptionKey> key = EncryptionKey::FromText(std::string(size, 'a'));
    ASSERT_EQ(key.status().code(), ErrorCode::kInvalidArgument) << size;
    EXPECT_EQ(key.error().message().find("aa"), std::string::npos);
    EXPECT_EQ(EncryptionKey::FromText("text:" + std::string(size, 'a')).status().code(), ErrorCode::kInvalidArgument);
  }
}

TEST(EncryptionKey, IsAValue) {
  const EncryptionKey key = EncryptionKey::FromText("0123456789012345").value();
  EncryptionKey copy = EncryptionKey::FromText(std::string(64, '0')).value();
  copy = key;
  EXPECT_EQ(AsText(copy.bytes()), AsText(key.bytes()));
}

}  // namespace
}  // namespace taracea
