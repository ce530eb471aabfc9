#include "encryption/file_decryptor.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "support/module_sealer.h"

namespace taracea::encryption {
namespace {

using testing::ModuleSealer;

constexpr const char* kKey = "0123456789012345";
const ModuleId kFooterId{.type = ModuleType::kFooter};

EncryptionAlgorithm Gcm(std::optional<std::string> prefix, bool supply) {
  EncryptionAlgorithm out;
  out.aes_gcm_v1 = AesGcmV1{std::move(prefix), "unique", supply};
  return out;
}

DecryptionOptions With(std::optional<std::string> prefix) {
  return {.keys = MakeKeyProvider({{"footer", EncryptionKey::FromText(kKey).value()}}),
          .aad_prefix = std::move(prefix)};
}

/// Whether a decryptor opens what was sealed with that AAD; otherwise why not.
Status Opens(const FileDecryptor& decryptor, const std::string& aad) {
  const std::vector<std::byte> module = ModuleSealer(kKey, aad, PageCipher::kGcm).Seal(kFooterId, AsBytes("hello"));
  Result<ModuleCipher> cipher = decryptor.FooterCipher();
  return cipher.ok() ? cipher->Decrypt(kFooterId, module, *DefaultArena()).status() : cipher.status();
}

TEST(FileDecryptor, TakesTheAadPrefixFromTheFileOrItsReader) {
  EXPECT_TRUE(Opens(FileDecryptor(Gcm({}, false), {}, With({})), "unique").ok());
  EXPECT_TRUE(Opens(FileDecryptor(Gcm("pre", false), {}, With({})), "preunique").ok());
  EXPECT_TRUE(Opens(FileDecryptor(Gcm("pre", true), {}, With({})), "preunique").ok());
  EXPECT_TRUE(Opens(FileDecryptor(Gcm("pre", false), {}, With("pre")), "preunique").ok());
  EXPECT_TRUE(Opens(FileDecryptor(Gcm({}, true), {}, With("pre")), "preunique").ok());
  EXPECT_EQ(Opens(FileDecryptor(Gcm({}, true), {}, With({})), "preunique").code(), ErrorCode::kUnsupported);
  EXPECT_EQ(Opens(FileDecryptor(Gcm("pre", false), {}, With("other")), "preunique").code(),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(Opens(FileDecryptor(Gcm({}, false), {}, With("pre")), "unique").code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(Opens(FileDecryptor(Gcm({}, true), {}, With("wrong")), "preunique").code(), ErrorCode::kCorrupt);
}

TEST(FileDecryptor, NamesTheAlgorithmAndRefusesNewerOnes) {
  EncryptionAlgorithm ctr;
  ctr.aes_gcm_ctr_v1 = AesGcmCtrV1{};
  EXPECT_EQ(FileDecryptor(ctr, {}, {}).algorithm(), "AES_GCM_CTR_V1");
  EXPECT_EQ(FileDecryptor(Gcm({}, false), {}, {}).algorithm(), "AES_GCM_V1");
  EncryptionAlgorithm newer;
  newer.unrecognised_id = 7;
  const Status status = FileDecryptor(newer, {}, With({})).FooterCipher().status();
  EXPECT_EQ(status.code(), ErrorCode::kUnsupported);
  EXPECT_EQ(status.message(), "encryption algorithm 7");
}

TEST(FileDecryptor, NamesTheKeyMetadataOfAMissingKey) {
  const FileDecryptor decryptor(Gcm({}, false), "kf", {});
  EXPECT_EQ(decryptor.FooterCipher().status().code(), ErrorCode::kUnsupported);
  EXPECT_NE(decryptor.FooterCipher().status().message().find("\"kf\""), std::string::npos);
  EXPECT_FALSE(decryptor.FindFooterCipher().value().has_value());
  const FileDecryptor binary(Gcm({}, false), std::string("\x00\x01", 2), {});
  EXPECT_NE(binary.FooterCipher().status().message().find("2 bytes"), std::string::npos);
}

TEST(FileDecryptor, AsksForColumnsByPathAndMetadata) {
  std::vector<KeyRequest> requests;
  const auto keys = MakeKeyProvider([&](const KeyRequest& request) -> Result<std::optional<EncryptionKey>> {
    requests.push_back(request);
    return std::optional(EncryptionKey::FromText(kKey).value());
  });
  const FileDecryptor decryptor(Gcm({}, false), "kf", {.keys = keys});
  ColumnCryptoMetaData own;
  own.encryption_with_column_key = EncryptionWithColumnKey{{"a", "b"}, "kc"};
  ColumnCryptoMetaData footers;
  footers.encryption_with_footer_key = EncryptionWithFooterKey{};
  for (int round = 0; round < 3; ++round) {  // Found keys are kept.
    EXPECT_TRUE(decryptor.ColumnCipher(own, "a.b").ok());
    EXPECT_TRUE(decryptor.ColumnCipher(footers, "c").ok());
  }
  ASSERT_EQ(requests.size(), 2);
  EXPECT_EQ(requests[0].column, "a.b");
  EXPECT_EQ(requests[0].key_metadata, "kc");
  EXPECT_EQ(requests[1].column, "");
  EXPECT_EQ(requests[1].key_metadata, "kf");
  ColumnCryptoMetaData newer;
  newer.unrecognised_id = 3;
  EXPECT_EQ(decryptor.ColumnCipher(newer, "d").status().code(), ErrorCode::kUnsupported);
}

TEST(FileDecryptor, HandsOnTheErrorsOfAProvider) {
  const auto keys = MakeKeyProvider(
      [](const KeyRequest&) -> Result<std::optional<EncryptionKey>> { return Status::Io("no answer"); });
  EXPECT_EQ(FileDecryptor(Gcm({}, false), {}, {.keys = keys}).FooterCipher().status().message(), "no answer");
}

TEST(FileDecryptor, ServesSeveralThreads) {
  const FileDecryptor decryptor(Gcm({}, false), {}, With({}));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 100; ++round) {
        EXPECT_TRUE(Opens(decryptor, "unique").ok());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace taracea::encryption
