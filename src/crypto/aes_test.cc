#include "crypto/aes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/wipe.h"

namespace taracea::crypto {
namespace {

using Bytes = std::vector<std::byte>;

Bytes FromHex(std::string_view text) {
  Bytes out;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    out.push_back(static_cast<std::byte>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return out;
}

template <size_t kSize>
std::span<const std::byte, kSize> Fixed(const Bytes& bytes) {
  return std::span<const std::byte, kSize>(bytes.data(), kSize);
}

/// Test cases 4, 10 and 16 of McGrew and Viega's specification of the mode.
struct GcmCase {
  const char* key;
  const char* sealed;
  const char* tag;
};
constexpr std::array kGcmCases = {
    GcmCase{"feffe9928665731c6d6a8f9467308308",
            "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a"
            "0aac973d58e091",
            "5bc94fbc3221a5db94fae95ae7121a47"},
    GcmCase{"feffe9928665731c6d6a8f9467308308feffe9928665731c",
            "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f4718e2448b2f"
            "e324d9ccda2710",
            "2519498e80f1478f37ba55bd6d27618c"},
    GcmCase{"feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393"
            "ba7a0abcc9f662",
            "76fc6ece0f4e1768cddf8853bb2d551b"},
};
const Bytes kNonce = FromHex("cafebabefacedbaddecaf888");
const Bytes kAad = FromHex("feedfacedeadbeeffeedfacedeadbeefabaddad2");
const Bytes kPlain = FromHex(
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba"
    "637b39");

TEST(AesGcm, GivesTheBytesAndTagsOfThePublishedVectors) {
  for (const GcmCase& vector : kGcmCases) {
    Result<AesGcm> cipher = AesGcm::Create(FromHex(vector.key));
    ASSERT_TRUE(cipher.ok()) << cipher.error().ToString();
    Bytes sealed(kPlain.size());
    std::array<std::byte, kGcmTagBytes> tag;
    for (int round = 0; round < 2; ++round) {  // One object serves many messages, in both directions.
      ASSERT_TRUE(cipher->Seal(Fixed<12>(kNonce), kAad, kPlain, sealed, tag).ok());
      EXPECT_EQ(sealed, FromHex(vector.sealed));
      EXPECT_TRUE(std::ranges::equal(tag, FromHex(vector.tag)));
      Bytes opened(kPlain.size());
      const Result<bool> fits = cipher->Open(Fixed<12>(kNonce), kAad, sealed, tag, opened);
      ASSERT_TRUE(fits.ok());
      EXPECT_TRUE(*fits);
      EXPECT_EQ(opened, kPlain);
    }
  }
}

TEST(AesGcm, SealsInPlace) {
  Result<AesGcm> cipher = AesGcm::Create(FromHex(kGcmCases[0].key));
  Bytes bytes = kPlain;
  std::array<std::byte, kGcmTagBytes> tag;
  ASSERT_TRUE(cipher->Seal(Fixed<12>(kNonce), kAad, bytes, bytes, tag).ok());
  EXPECT_EQ(bytes, FromHex(kGcmCases[0].sealed));
  EXPECT_TRUE(*cipher->Open(Fixed<12>(kNonce), kAad, bytes, tag, bytes));
  EXPECT_EQ(bytes, kPlain);
}

TEST(AesGcm, NoticesEveryAlteredBitOfNonceAadBytesAndTag) {
  const GcmCase& vector = kGcmCases[0];
  Result<AesGcm> cipher = AesGcm::Create(FromHex(vector.key));
  std::array<Bytes, 4> parts = {kNonce, kAad, FromHex(vector.sealed), FromHex(vector.tag)};
  Bytes out(kPlain.size());
  const auto opens = [&] { return *cipher->Open(Fixed<12>(parts[0]), parts[1], parts[2], Fixed<16>(parts[3]), out); };
  ASSERT_TRUE(opens());
  for (Bytes& part : parts) {
    for (size_t bit = 0; bit < part.size() * 8; ++bit) {
      part[bit / 8] ^= std::byte{1} << (bit % 8);
      EXPECT_FALSE(opens()) << bit;
      part[bit / 8] ^= std::byte{1} << (bit % 8);
    }
  }
  EXPECT_TRUE(opens());
}

TEST(AesGcm, SealsNothingToATagAlone) {
  // Test case 1: everything zero, nothing to encrypt.
  Result<AesGcm> cipher = AesGcm::Create(Bytes(16));
  std::array<std::byte, kGcmTagBytes> tag;
  ASSERT_TRUE(cipher->Seal(Fixed<12>(Bytes(12)), {}, {}, {}, tag).ok());
  EXPECT_TRUE(std::ranges::equal(tag, FromHex("58e2fccefa7e3061367f1d57a4e7455a")));
  EXPECT_TRUE(*cipher->Open(Fixed<12>(Bytes(12)), {}, {}, tag, {}));
}

TEST(AesGcm, RefusesKeysOfOtherSizes) {
  for (size_t size_bytes = 0; size_bytes <= 40; ++size_bytes) {
    const bool fits = size_bytes == 16 || size_bytes == 24 || size_bytes == 32;
    EXPECT_EQ(AesGcm::Create(Bytes(size_bytes)).ok(), fits) << size_bytes;
    EXPECT_EQ(AesCtr::Create(Bytes(size_bytes)).ok(), fits) << size_bytes;
  }
}

TEST(AesCtr, GivesTheBytesOfThePublishedVectors) {
  // NIST SP 800-38A, F.5.1, F.5.3 and F.5.5.
  struct CtrCase {
    const char* key;
    const char* out;
  };
  constexpr std::array kCases = {
      CtrCase{"2b7e151628aed2a6abf7158809cf4f3c", "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"},
      CtrCase{"8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
              "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94"},
      CtrCase{"603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
              "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"},
  };
  const Bytes block = FromHex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  const Bytes plain = FromHex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
  for (const CtrCase& vector : kCases) {
    Result<AesCtr> cipher = AesCtr::Create(FromHex(vector.key));
    ASSERT_TRUE(cipher.ok());
    Bytes out(plain.size());
    ASSERT_TRUE(cipher->Apply(Fixed<16>(block), plain, out).ok());
    EXPECT_EQ(out, FromHex(vector.out));
    ASSERT_TRUE(cipher->Apply(Fixed<16>(block), out, out).ok());
    EXPECT_EQ(out, plain);
    Bytes odd(17);
    ASSERT_TRUE(cipher->Apply(Fixed<16>(block), ConstBytes(plain).first(17), odd).ok());
    EXPECT_TRUE(std::equal(odd.begin(), odd.end(), FromHex(vector.out).begin()));
  }
}

TEST(Wipe, LeavesZeros) {
  Bytes secret(40, std::byte{7});
  Wipe(secret);
  EXPECT_EQ(secret, Bytes(40));
  Wipe({});
}

}  // namespace
}  // namespace taracea::crypto
