#include "file/file_verifier.h"

#include <string>

#include "base/try.h"
#include "file/chunk_verifier.h"
#include "format/magic.h"

namespace taracea::file {
namespace {

Status CheckLeadingMagic(const FileReader& file, FindingList* findings) {
  std::byte magic[format::kMagicBytes];
  TARACEA_TRY(file.source()->ReadAt(0, magic));
  const bool is_encrypted = file.encryption() != nullptr && file.encryption()->encrypted_footer;
  const std::string_view expected = is_encrypted ? format::kEncryptedMagic : format::kMagic;
  if (AsText(magic) != expected) {
    Place place;
    place.file = file.name();
    place.offset = 0;
    findings->Error("README.md#file-format", place, "the magic " + std::string(expected) + " at the start",
                    "other bytes");
  }
  return {};
}

void CheckSignature(const FileReader& file, FindingList* findings) {
  if (file.encryption() != nullptr && file.encryption()->signature == FileEncryption::Signature::kNotChecked) {
    Place place;
    place.file = file.name();
    findings->Add(Severity::kNote, "Encryption.md#55-plaintext-footer-mode", place,
                  "the signature of the footer checked", "its key is not known");
  }
}

void CheckRowCounts(const FileReader& file, FindingList* findings) {
  Place place;
  place.file = file.name();
  int64_t rows = 0;
  for (int i = 0; i < file.row_group_count(); ++i) {
    rows += file.row_group_rows(i);
    const size_t chunks = file.footer().row_groups()[static_cast<size_t>(i)].chunk_count;
    if (chunks != static_cast<size_t>(file.schema().leaf_count())) {
      place.row_group = i;
      findings->Error("parquet.thrift#RowGroup.columns", place, std::to_string(file.schema().leaf_count()) + " chunks",
                      std::to_string(chunks));
      place.row_group = -1;
    }
  }
  if (rows != file.footer().num_rows()) {
    findings->Error("parquet.thrift#FileMetaData.num_rows", place,
                    std::to_string(file.footer().num_rows()) + " as the footer says",
                    std::to_string(rows) + " in the row groups");
  }
}

}  // namespace

Result<VerifyReport> VerifyFile(const std::shared_ptr<const FileReader>& file, const VerifyOptions& options) {
  VerifyReport report;
  FindingList findings(&report, options.max_findings);
  TARACEA_TRY(CheckLeadingMagic(*file, &findings));
  for (const std::string& warning : file->schema_warnings()) {
    Place place;
    place.file = file->name();
    findings.Add(Severity::kWarning, "parquet.thrift#SchemaElement", place, "a schema as specified", warning);
  }
  CheckSignature(*file, &findings);
  CheckRowCounts(*file, &findings);
  page::WorkerScratch scratch;
  scratch.codecs = compression::WorkerCodecs(file->codecs());
  for (int row_group = 0; row_group < file->row_group_count(); ++row_group) {
    ++report.row_groups;
    for (int leaf = 0; leaf < file->schema().leaf_count(); ++leaf) {
      ChunkVerifier verifier(file, row_group, leaf, options.level, &findings, &report);
      TARACEA_TRY(verifier.Verify(scratch));
    }
  }
  return report;
}

}  // namespace taracea::file
