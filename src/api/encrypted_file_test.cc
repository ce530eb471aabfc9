// Encrypted files, made from plain ones: what keys open, what is missing without them, and that nothing altered passes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/encrypted_file.h"
#include "support/written_file.h"
#include "taracea/batch_readers.h"
#include "taracea/encryption.h"
#include "taracea/pages.h"
#include "taracea/reader.h"
#include "taracea/verify.h"
#include "taracea/writer.h"

namespace taracea {
namespace {

using encryption::PageCipher;
using testing::FileEncryptionChoice;
using testing::FileEncryptor;
using Bytes = std::vector<std::byte>;

const std::string kFooterKey = "0123456789012345";
const std::string kColumnKey = "a key of twenty-four ch.";
const std::string kOtherKey = "thirty-two characters are a key.";

Batch MakeBatch(int64_t rows) {
  std::vector<int64_t> numbers;
  std::vector<std::string> texts;
  std::vector<double> roots;
  std::vector<uint8_t> valid;
  for (int64_t row = 0; row < rows; ++row) {
    numbers.push_back(row * row);
    texts.push_back("text " + std::to_string(row % 7));
    roots.push_back(static_cast<double>(row) / 3);
    valid.push_back(row % 5 == 0 ? 0 : 1);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  BatchBuilder builder;
  builder.Add("number", std::span<const int64_t>(numbers)).AddStrings("text", views, valid);
  builder.Add("root", std::span<const double>(roots), valid);
  return builder.Finish().value();
}

Bytes PlainFile(int64_t rows, WriteOptions options = {}) {
  options.data_page_rows = rows / 6 + 1;
  options.row_group_rows = rows / 2 + 1;
  return testing::WrittenFile(MakeBatch(rows), options);
}

EncryptionKey Key(const std::string& text) {
  return EncryptionKey::FromBytes(AsBytes(text)).value();
}

OpenOptions With(std::vector<NamedKey> keys) {
  OpenOptions options;
  options.keys = MakeKeyProvider(std::move(keys));
  return options;
}

OpenOptions AllKeys() {
  return With({{"kf", Key(kFooterKey)}, {"k1", Key(kColumnKey)}, {"root", Key(kOtherKey)}});
}

/// "text" and "root" have keys of their own.
FileEncryptionChoice OwnKeys() {
  return {.footer_key = kFooterKey, .column_keys = {{1, kColumnKey}, {2, kOtherKey}}};
}

Result<File> Open(const Bytes& bytes, const OpenOptions& options) {
  return File::Open(Buffer::CopyOf(bytes), options);
}

/// Reads the columns and compares them with those of the plain file. Errors: those of reading.
Result<bool> SameRows(const File& file, int64_t rows, const std::vector<std::string>& columns = {}) {
  ScanOptions scan;
  scan.columns = columns;
  Result<Scanner> found = file.Scan(scan);
  if (!found.ok()) {
    return found.status();
  }
  const Batch all = MakeBatch(rows);
  const auto wanted = ReadBatches({columns.empty() ? all : all.Select(columns).value()});
  const Result<CompareReport> report = CompareReaders(*found, *wanted);
  return report.ok() ? Result<bool>(report->equal() && report->rows == rows) : report.status();
}

Status ReadError(const File& file, const std::string& column) {
  return SameRows(file, 600, {column}).status();
}

TEST(EncryptedFile, GivesItsValuesWithBothCiphersFootersAndPageVersions) {
  for (const DataPageVersion version : {DataPageVersion::kV1, DataPageVersion::kV2}) {
    WriteOptions options;
    options.data_page_version = version;
    const Bytes plain = PlainFile(600, options);
    for (const PageCipher cipher : {PageCipher::kGcm, PageCipher::kCtr}) {
      for (const bool encrypted_footer : {true, false}) {
        for (const bool own_keys : {true, false}) {
          FileEncryptionChoice choice = own_keys ? OwnKeys() : FileEncryptionChoice();
          choice.page_cipher = cipher;
          choice.encrypted_footer = encrypted_footer;
          const Result<File> file = Open(FileEncryptor::Encrypt(plain, choice), AllKeys());
          ASSERT_TRUE(file.ok()) << file.error().ToString();
          const Result<bool> same = SameRows(*file, 600);
          ASSERT_TRUE(same.ok()) << same.error().ToString();
          EXPECT_TRUE(*same);
          const FileEncryption* const how = file->metadata().encryption();
          ASSERT_NE(how, nullptr);
          EXPECT_EQ(how->algorithm, cipher == PageCipher::kGcm ? "AES_GCM_V1" : "AES_GCM_CTR_V1");
          EXPECT_EQ(how->encrypted_footer, encrypted_footer);
          EXPECT_EQ(how->signature,
                    encrypted_footer ? FileEncryption::Signature::kNone : FileEncryption::Signature::kMatches);
          EXPECT_EQ(how->footer_key_metadata, "kf");
        }
      }
    }
  }
}

TEST(EncryptedFile, IsVerifiedLikeAPlainOne) {
  for (const bool encrypted_footer : {true, false}) {
    FileEncryptionChoice choice = OwnKeys();
    choice.encrypted_footer = encrypted_footer;
    VerifyOptions options;
    options.open = AllKeys();
    const Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), choice);
    const VerifyReport report = Verify(MakeMemorySource(Buffer::CopyOf(bytes)), options).value();
    EXPECT_TRUE(report.findings.empty()) << report.findings.front().ToString();
    EXPECT_EQ(report.values, 600 + 480 + 480);
  }
}

TEST(EncryptedFile, FindsRowsByItsEncryptedOffsetIndex) {
  const File file = Open(FileEncryptor::Encrypt(PlainFile(600), OwnKeys()), AllKeys()).value();
  const std::vector<int64_t> rows = {599, 7, 301};
  const Batch batch = file.Take(rows).value();
  const ColumnValues<int64_t> numbers = batch.column<int64_t>("number").value();
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(numbers.values()[i], rows[i] * rows[i]);
  }
}

TEST(EncryptedFile, ListsItsPagesAndTheirValues) {
  const File file = Open(FileEncryptor::Encrypt(PlainFile(600), OwnKeys()), AllKeys()).value();
  const PageList list = ListPages(file, 1, 1).value();
  ASSERT_TRUE(list.status.ok());
  ASSERT_GE(list.pages.size(), 3);
  EXPECT_EQ(list.pages[0].ordinal, -1);
  EXPECT_EQ(list.pages[1].checksum, ChecksumState::kMatches);
  EXPECT_EQ(ReadPageValues(file, 1, 1, -1).value().num_rows(), 7);
  EXPECT_EQ(ReadPageValues(file, 1, 1, 1).value().num_rows(), list.pages[2].entry_count);
}

TEST(EncryptedFile, TellsTheStatisticsOfAColumnToThoseWithItsKey) {
  for (const bool encrypted_footer : {true, false}) {
    FileEncryptionChoice choice = OwnKeys();
    choice.encrypted_footer = encrypted_footer;
    const Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), choice);
    const File open = Open(bytes, AllKeys()).value();
    const ColumnChunkInfo chunk = open.metadata().row_group(0).column(2);
    EXPECT_TRUE(chunk.statistics().value().value().min_value.has_value());
    EXPECT_TRUE(chunk.metadata().value().meta_data.value().statistics.has_value());
    EXPECT_TRUE(chunk.column_index().value().has_value());
    const File shut = Open(bytes, With({{"kf", Key(kFooterKey)}})).value();
    const ColumnChunkInfo hidden = shut.metadata().row_group(0).column(2);
    EXPECT_EQ(hidden.metadata().value().meta_data.has_value(), !encrypted_footer);
    EXPECT_EQ(hidden.metadata().value().crypto_metadata->encryption_with_column_key->key_metadata, "k2");
    EXPECT_EQ(hidden.column_index().status().code(), ErrorCode::kUnsupported);
    if (encrypted_footer) {
      EXPECT_EQ(hidden.statistics().status().code(), ErrorCode::kUnsupported);
    } else {
      EXPECT_FALSE(hidden.statistics().value().has_value());
    }
  }
}

TEST(EncryptedFile, LosesOnlyTheColumnsWhoseKeyIsMissingOrWrong) {
  for (const bool encrypted_footer : {true, false}) {
    FileEncryptionChoice choice = OwnKeys();
    choice.encrypted_footer = encrypted_footer;
    const Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), choice);
    const File file = Open(bytes, With({{"kf", Key(kFooterKey)}, {"k2", Key(kColumnKey + "8 more..")}})).value();
    EXPECT_TRUE(SameRows(file, 600, {"number"}).value());
    const Status missing = ReadError(file, "text");
    EXPECT_EQ(missing.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(missing.place().column, "text");
    EXPECT_NE(missing.message().find("\"k1\""), std::string::npos);
    const Status wrong = ReadError(file, "root");
    EXPECT_EQ(wrong.code(), ErrorCode::kCorrupt);
    EXPECT_EQ(wrong.place().column, "root");
    EXPECT_NE(wrong.message().find("key"), std::string::npos);
  }
}

TEST(EncryptedFile, ReadsItsPlainColumnsWithoutAKey) {
  FileEncryptionChoice choice = OwnKeys();
  choice.encrypted_footer = false;
  choice.column_keys[0] = "";
  choice.aad_prefix = "kept by the reader";
  choice.stores_aad_prefix = false;
  const File file = Open(FileEncryptor::Encrypt(PlainFile(600), choice), {}).value();
  EXPECT_TRUE(SameRows(file, 600, {"number"}).value());
  EXPECT_EQ(ReadError(file, "root").code(), ErrorCode::kUnsupported);
  EXPECT_EQ(file.metadata().encryption()->signature, FileEncryption::Signature::kNotChecked);
}

TEST(EncryptedFile, DoesNotOpenWithoutTheKeyOfItsFooter) {
  const Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), {});
  EXPECT_EQ(Open(bytes, {}).status().code(), ErrorCode::kUnsupported);
  EXPECT_NE(Open(bytes, {}).status().message().find("\"kf\""), std::string::npos);
  const Status wrong = Open(bytes, With({{"kf", Key(kOtherKey)}})).status();
  EXPECT_EQ(wrong.code(), ErrorCode::kCorrupt);
  EXPECT_EQ(wrong.place().file, "<memory>");
}

TEST(EncryptedFile, WantsTheAadPrefixThatItDoesNotStore) {
  for (const bool encrypted_footer : {true, false}) {
    FileEncryptionChoice choice = OwnKeys();
    choice.encrypted_footer = encrypted_footer;
    choice.aad_prefix = "prefix";
    choice.stores_aad_prefix = false;
    const Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), choice);
    OpenOptions options = AllKeys();
    EXPECT_EQ(Open(bytes, options).status().code(), ErrorCode::kUnsupported);
    options.aad_prefix = "other";
    EXPECT_EQ(Open(bytes, options).status().code(), ErrorCode::kCorrupt);
    options.aad_prefix = "prefix";
    EXPECT_TRUE(SameRows(Open(bytes, options).value(), 600).value());
    choice.stores_aad_prefix = true;
    const Bytes stored = FileEncryptor::Encrypt(PlainFile(600), choice);
    EXPECT_TRUE(SameRows(Open(stored, AllKeys()).value(), 600).value());
    options.aad_prefix = "other";
    EXPECT_EQ(Open(stored, options).status().code(), ErrorCode::kInvalidArgument);
  }
}

TEST(EncryptedFile, NoticesEveryAlteredByte) {
  constexpr int64_t kRows = 30;
  const Bytes plain = PlainFile(kRows);
  for (const bool encrypted_footer : {true, false}) {
    FileEncryptionChoice choice = OwnKeys();
    choice.encrypted_footer = encrypted_footer;
    Bytes bytes = FileEncryptor::Encrypt(plain, choice);
    int64_t unnoticed = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] ^= std::byte{0x41};
      if (const Result<File> file = Open(bytes, AllKeys()); file.ok()) {
        const Result<bool> same = SameRows(*file, kRows);
        EXPECT_TRUE(!same.ok() || *same) << i;
        unnoticed += same.ok() ? 1 : 0;
      }
      bytes[i] ^= std::byte{0x41};
    }
    // What a scan of all rows does not look at: the first magic and the indexes.
    EXPECT_LT(unnoticed, static_cast<int64_t>(bytes.size()) / 3);
  }
}

TEST(EncryptedFile, FailsCleanlyWhateverHappensToPagesInCounterMode) {
  constexpr int64_t kRows = 30;
  FileEncryptionChoice choice = OwnKeys();
  choice.page_cipher = PageCipher::kCtr;
  Bytes bytes = FileEncryptor::Encrypt(PlainFile(kRows), choice);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= std::byte{0x41};
    if (const Result<File> file = Open(bytes, AllKeys()); file.ok()) {
      (void)SameRows(*file, kRows).ok();
    }
    bytes[i] ^= std::byte{0x41};
  }
}

TEST(EncryptedFile, FailsCleanlyAtEveryTruncation) {
  const Bytes bytes = FileEncryptor::Encrypt(PlainFile(30), OwnKeys());
  for (size_t size_bytes = 0; size_bytes < bytes.size(); ++size_bytes) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size_bytes));
    EXPECT_FALSE(Open(cut, AllKeys()).ok()) << size_bytes;
  }
}

TEST(EncryptedFile, AsksForNoMemoryThatAModuleOnlyClaims) {
  Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), OwnKeys());
  const File file = Open(bytes, AllKeys()).value();
  const int64_t offset = file.metadata().row_group(0).column(0).metadata().value().meta_data->data_page_offset;
  for (const uint32_t length : {0U, 27U, 0x00FFFFFFU, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    Store(bytes.data() + offset, length);
    OpenOptions options = AllKeys();
    options.limits.memory_budget_bytes = int64_t{16} << 20;
    const Status status = ReadError(Open(bytes, options).value(), "number");
    EXPECT_EQ(status.code(), ErrorCode::kCorrupt) << length << " " << status.ToString();
    EXPECT_EQ(status.place().offset, offset);
  }
}

TEST(EncryptedFile, LosesOnlyTheUseOfAnIndexThatDoesNotDecrypt) {
  Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), OwnKeys());
  const ColumnChunk chunk = Open(bytes, AllKeys()).value().metadata().row_group(0).column(1).metadata().value();
  bytes[static_cast<size_t>(*chunk.offset_index_offset) + 20] ^= std::byte{1};
  bytes[static_cast<size_t>(*chunk.column_index_offset) + 20] ^= std::byte{1};
  const File file = Open(bytes, AllKeys()).value();
  EXPECT_EQ(file.metadata().row_group(0).column(1).offset_index().status().code(), ErrorCode::kCorrupt);
  EXPECT_EQ(file.metadata().row_group(0).column(1).column_index().status().code(), ErrorCode::kCorrupt);
  EXPECT_EQ(file.Take(std::vector<int64_t>{250}).value().num_rows(), 1);
  EXPECT_TRUE(SameRows(file, 600).value());
}

TEST(EncryptedFile, IsReportedByTheVerifierWhereKeysAreMissing) {
  FileEncryptionChoice choice = OwnKeys();
  choice.encrypted_footer = false;
  choice.column_keys[0] = "";
  const Bytes bytes = FileEncryptor::Encrypt(PlainFile(600), choice);
  const VerifyReport report = Verify(MakeMemorySource(Buffer::CopyOf(bytes))).value();
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.values, 600);
  int64_t columns = 0;
  int64_t signatures = 0;
  for (const Finding& finding : report.findings) {
    columns += finding.severity == Severity::kWarning && !finding.place.column.empty() ? 1 : 0;
    signatures += finding.severity == Severity::kNote && finding.clause.starts_with("Encryption.md") ? 1 : 0;
  }
  EXPECT_EQ(signatures, 1);
  EXPECT_EQ(columns, 4);  // Two columns in two row groups.
}

TEST(EncryptedFile, IsPlainWhereNoAlgorithmIsNamed) {
  // Some writers leave the crypto metadata of columns in files that are not encrypted.
  const Bytes plain = PlainFile(600);
  const auto reader = file::FileReader::Open(MakeMemorySource(Buffer::CopyOf(plain)), {}).value();
  FileMetaData metadata = reader->footer().DecodeAll().value();
  metadata.row_groups[0].columns[0].crypto_metadata = ColumnCryptoMetaData{EncryptionWithFooterKey{}, std::nullopt};
  OwnedBuffer footer = DefaultArena()->Allocate(0).value();
  ASSERT_TRUE(format::WriteFileMetaData(metadata, &footer).ok());
  Bytes bytes(plain.begin(), plain.begin() + static_cast<ptrdiff_t>(reader->footer_offset()));
  bytes.insert(bytes.end(), footer.bytes().begin(), footer.bytes().end());
  const auto tail = format::MakeFooterTail(static_cast<uint32_t>(footer.size()), false);
  bytes.insert(bytes.end(), tail.begin(), tail.end());
  const File file = Open(bytes, {}).value();
  EXPECT_EQ(file.metadata().encryption(), nullptr);
  EXPECT_TRUE(SameRows(file, 600).value());
}

}  // namespace
}  // namespace taracea
