#include "base/base64.h"

#include <gtest/gtest.h>

namespace taracea {
namespace {

std::string Encode(std::string_view text) {
  std::string out;
  AppendBase64(AsBytes(text), &out);
  return out;
}

TEST(Base64, EncodesTheVectorsOfRfc4648) {
  EXPECT_EQ(Encode(""), "");
  EXPECT_EQ(Encode("f"), "Zg==");
  EXPECT_EQ(Encode("fo"), "Zm8=");
  EXPECT_EQ(Encode("foo"), "Zm9v");
  EXPECT_EQ(Encode("foobar"), "Zm9vYmFy");
}

TEST(Base64, ReadsBackWhatItWrote) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(DecodeBase64(Encode(bytes)).value(), bytes);
    bytes.push_back(static_cast<char>(i * 37));
  }
}

TEST(Base64, AcceptsMissingPadding) {
  EXPECT_EQ(DecodeBase64("Zm8").value(), "fo");
}

TEST(Base64, RejectsForeignCharactersAndCutDigits) {
  EXPECT_EQ(DecodeBase64("Zm9v YmFy").error().code(), ErrorCode::kCorrupt);
  EXPECT_EQ(DecodeBase64("Z===").error().code(), ErrorCode::kCorrupt);
  EXPECT_EQ(DecodeBase64("Zm9vY").error().code(), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace taracea
