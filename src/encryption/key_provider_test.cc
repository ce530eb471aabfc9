#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "taracea/encryption.h"

namespace taracea {
namespace {

std::string Found(const KeyProvider& provider, const KeyRequest& request) {
  const Result<std::optional<EncryptionKey>> key = provider.FindKey(request);
  return !key.ok() ? key.error().message() : key->has_value() ? std::string(AsText((*key)->bytes())) : "none";
}

TEST(KeyProvider, FindsByMetadataFirstThenByColumnOrFooter) {
  const Result<std::vector<NamedKey>> keys = ParseKeyFile(
      "kf=0123456789012345\r\n"
      "# a remark = 1\n"
      "\n"
      "footer=5432109876543210\n"
      "a.b=abcdefghijklmnop\n"
      "c=d=ponmlkjihgfedcba\n"
      "kf=the second is no");
  ASSERT_TRUE(keys.ok()) << keys.error().ToString();
  const auto provider = MakeKeyProvider(*keys);
  EXPECT_EQ(Found(*provider, {.column = "", .key_metadata = "kf"}), "0123456789012345");
  EXPECT_EQ(Found(*provider, {.column = "x", .key_metadata = "kf"}), "0123456789012345");
  EXPECT_EQ(Found(*provider, {.column = "", .key_metadata = "other"}), "5432109876543210");
  EXPECT_EQ(Found(*provider, {.column = ""}), "5432109876543210");
  EXPECT_EQ(Found(*provider, {.column = "a.b", .key_metadata = "other"}), "abcdefghijklmnop");
  EXPECT_EQ(Found(*provider, {.column = "x", .key_metadata = "c=d"}), "ponmlkjihgfedcba");
  EXPECT_EQ(Found(*provider, {.column = "x", .key_metadata = "other"}), "none");
  EXPECT_EQ(Found(*provider, {.column = "x"}), "none");
}

TEST(KeyProvider, NamesTheLineThatItCannotReadAndPrintsNoKey) {
  const Result<std::vector<NamedKey>> keys = ParseKeyFile("kf=0123456789012345\nkc=secretsecret\n");
  ASSERT_EQ(keys.status().code(), ErrorCode::kInvalidArgument);
  EXPECT_NE(keys.error().message().find("line 2"), std::string::npos);
  EXPECT_NE(keys.error().message().find("'kc'"), std::string::npos);
  EXPECT_EQ(keys.error().message().find("secret"), std::string::npos);
  EXPECT_EQ(ParseKeyFile("secretsecretsecr\n").status().message().find("secret"), std::string::npos);
  EXPECT_FALSE(ParseNamedKey("=0123456789012345").ok());
}

TEST(KeyProvider, AsksAFunction) {
  const auto provider = MakeKeyProvider([](const KeyRequest& request) -> Result<std::optional<EncryptionKey>> {
    if (request.column == "broken") {
      return Status::Io("the key service does not answer");
    }
    return request.column == "a" ? std::optional(EncryptionKey::FromText("0123456789012345").value()) : std::nullopt;
  });
  EXPECT_EQ(Found(*provider, {.column = "a"}), "0123456789012345");
  EXPECT_EQ(Found(*provider, {.column = "b"}), "none");
  EXPECT_EQ(Found(*provider, {.column = "broken"}), "the key service does not answer");
}

}  // namespace
}  // namespace taracea
