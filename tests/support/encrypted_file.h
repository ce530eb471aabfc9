#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/crc32.h"
#include "file/file_reader.h"
#include "format/file_metadata.h"
#include "format/magic.h"
#include "format/page_header.h"
#include "format/page_index.h"
#include "support/module_sealer.h"

namespace taracea::testing {

/// How FileEncryptor encrypts a file.
struct FileEncryptionChoice {
  encryption::PageCipher page_cipher = encryption::PageCipher::kGcm;
  bool encrypted_footer = true;
  std::string footer_key = "0123456789012345";
  std::map<int, std::string> column_keys = {};  ///< By leaf, found by the metadata "kN"; an empty key: left plain.
  std::string aad_prefix = {};
  bool stores_aad_prefix = true;
};

/// Makes an encrypted file out of the bytes of a plain one, page by page.
class FileEncryptor {
 public:
  static std::vector<std::byte> Encrypt(ConstBytes plain, const FileEncryptionChoice& choice) {
    return FileEncryptor(plain, choice).Run();
  }

 private:
  using Type = encryption::ModuleType;

  FileEncryptor(ConstBytes plain, const FileEncryptionChoice& choice)
      : plain_(plain),
        choice_(choice),
        file_(file::FileReader::Open(MakeMemorySource(Buffer::CopyOf(plain)), {}).value()),
        metadata_(file_->footer().DecodeAll().value()),
        footer_sealer_(choice.footer_key, choice.aad_prefix + "unique", choice.page_cipher) {
    for (const auto& [leaf, key] : choice.column_keys) {
      if (!key.empty()) {
        column_sealers_.emplace(leaf, ModuleSealer(key, choice.aad_prefix + "unique", choice.page_cipher));
      }
    }
  }

  std::vector<std::byte> Run() {
    Put(AsBytes(choice_.encrypted_footer ? format::kEncryptedMagic : format::kMagic));
    for (size_t group = 0; group < metadata_.row_groups.size(); ++group) {
      metadata_.row_groups[group].ordinal = static_cast<int16_t>(group);
      for (size_t leaf = 0; leaf < metadata_.row_groups[group].columns.size(); ++leaf) {
        PutChunk(static_cast<int>(group), static_cast<int>(leaf));
      }
    }
    PutFooter();
    return std::move(out_);
  }

  void Put(ConstBytes bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
  int64_t at() const { return static_cast<int64_t>(out_.size()); }

  /// Null: the column stays plain.
  ModuleSealer* SealerOf(int leaf) {
    const auto choice = choice_.column_keys.find(leaf);
    if (choice == choice_.column_keys.end()) {
      return &footer_sealer_;
    }
    return choice->second.empty() ? nullptr : &column_sealers_.at(leaf);
  }

  std::vector<std::byte> Sealed(ModuleSealer* sealer, const encryption::ModuleId& id, ConstBytes plain) {
    if (sealer != nullptr) {
      return sealer->Seal(id, plain);
    }
    std::vector<std::byte> out(plain.size());
    CopyBytes(out.data(), plain.data(), plain.size());
    return out;
  }

  template <typename T>
  static std::vector<std::byte> Written(const T& message, Status (*write)(const T&, OwnedBuffer*)) {
    OwnedBuffer bytes = DefaultArena()->Allocate(0).value();
    EXPECT_TRUE(write(message, &bytes).ok());
    return {bytes.bytes().begin(), bytes.bytes().end()};
  }

  void PutChunk(int group, int leaf) {
    const auto column = file_->ReadColumnIndex(group, leaf).value();
    auto offsets = file_->ReadOffsetIndex(group, leaf).value();
    PutPages(group, leaf, offsets ? &*offsets : nullptr);
    ColumnChunk& chunk = metadata_.row_groups[static_cast<size_t>(group)].columns[static_cast<size_t>(leaf)];
    ModuleSealer* const sealer = SealerOf(leaf);
    if (column) {
      chunk.column_index_offset = at();
      Put(Sealed(sealer, {Type::kColumnIndex, group, leaf, 0}, Written(*column, format::WriteColumnIndex)));
      chunk.column_index_length = static_cast<int32_t>(at() - *chunk.column_index_offset);
    }
    if (offsets) {
      chunk.offset_index_offset = at();
      Put(Sealed(sealer, {Type::kOffsetIndex, group, leaf, 0}, Written(*offsets, format::WriteOffsetIndex)));
      chunk.offset_index_length = static_cast<int32_t>(at() - *chunk.offset_index_offset);
    }
    if (sealer == &footer_sealer_) {
      chunk.crypto_metadata = ColumnCryptoMetaData{EncryptionWithFooterKey{}, std::nullopt};
    } else if (sealer != nullptr) {
      chunk.crypto_metadata = ColumnCryptoMetaData{
          std::nullopt, EncryptionWithColumnKey{chunk.meta_data->path_in_schema, "k" + std::to_string(leaf)}};
      HideMetaData(group, leaf, &chunk);
    }
  }

  void HideMetaData(int group, int leaf, ColumnChunk* chunk) {
    const std::vector<std::byte> sealed = Sealed(SealerOf(leaf), {Type::kColumnMetaData, group, leaf, 0},
                                                 Written(*chunk->meta_data, format::WriteColumnMetaData));
    chunk->encrypted_column_metadata = std::string(AsText(sealed));
    if (choice_.encrypted_footer) {
      chunk->meta_data.reset();
    } else {
      chunk->meta_data->statistics.reset();
    }
  }

  void PutPages(int group, int leaf, OffsetIndex* offsets) {
    ColumnMetaData& meta =
        *metadata_.row_groups[static_cast<size_t>(group)].columns[static_cast<size_t>(leaf)].meta_data;
    const file::FileReader::ChunkRange range = file_->PagesOf(group, leaf).value();
    const int64_t begin = at();
    int64_t ordinal = 0;
    for (int64_t position = range.begin; position < range.end;) {
      const int64_t page_begin = at();
      size_t header_bytes = 0;
      const ConstBytes rest = plain_.subspan(static_cast<size_t>(position));
      PageHeader header = **format::ReadPageHeader(rest, {}, &header_bytes);
      const ConstBytes body = rest.subspan(header_bytes, static_cast<size_t>(header.compressed_page_size));
      position += static_cast<int64_t>(header_bytes + body.size());
      const bool is_dictionary = header.type == PageType::kDictionaryPage;
      if (is_dictionary) {
        meta.dictionary_page_offset = page_begin;
      } else if (ordinal == 0) {
        meta.data_page_offset = page_begin;
      }
      const std::vector<std::byte> sealed =
          Sealed(SealerOf(leaf), {is_dictionary ? Type::kDictionaryPage : Type::kDataPage, group, leaf, ordinal}, body);
      header.compressed_page_size = static_cast<int32_t>(sealed.size());
      header.crc = header.crc ? std::optional(static_cast<int32_t>(Crc32(sealed))) : std::nullopt;
      Put(Sealed(SealerOf(leaf),
                 {is_dictionary ? Type::kDictionaryPageHeader : Type::kDataPageHeader, group, leaf, ordinal},
                 Written(header, format::WritePageHeader)));
      meta.total_uncompressed_size += at() - page_begin - static_cast<int64_t>(header_bytes);
      Put(sealed);
      if (!is_dictionary && offsets != nullptr) {
        offsets->page_locations[static_cast<size_t>(ordinal)].offset = page_begin;
        offsets->page_locations[static_cast<size_t>(ordinal)].compressed_page_size =
            static_cast<int32_t>(at() - page_begin);
      }
      ordinal += is_dictionary ? 0 : 1;
    }
    meta.total_compressed_size = at() - begin;
  }

  EncryptionAlgorithm Algorithm() const {
    const auto fill = [&](auto* algorithm) {
      algorithm->aad_file_unique = "unique";
      if (!choice_.aad_prefix.empty() && choice_.stores_aad_prefix) {
        algorithm->aad_prefix = choice_.aad_prefix;
      }
      algorithm->supply_aad_prefix = !choice_.stores_aad_prefix;
    };
    EncryptionAlgorithm out;
    if (choice_.page_cipher == encryption::PageCipher::kGcm) {
      fill(&out.aes_gcm_v1.emplace());
    } else {
      fill(&out.aes_gcm_ctr_v1.emplace());
    }
    return out;
  }

  void PutFooter() {
    const int64_t begin = at();
    if (choice_.encrypted_footer) {
      Put(Written(FileCryptoMetaData{Algorithm(), "kf"}, format::WriteFileCryptoMetaData));
      Put(footer_sealer_.Seal({.type = Type::kFooter}, Written(metadata_, format::WriteFileMetaData)));
    } else {
      metadata_.encryption_algorithm = Algorithm();
      metadata_.footer_signing_key_metadata = "kf";
      const std::vector<std::byte> footer = Written(metadata_, format::WriteFileMetaData);
      Put(footer);
      Put(footer_sealer_.Sign(footer));
    }
    Put(format::MakeFooterTail(static_cast<uint32_t>(at() - begin), choice_.encrypted_footer));
  }

  ConstBytes plain_;
  const FileEncryptionChoice& choice_;
  std::shared_ptr<const file::FileReader> file_;
  FileMetaData metadata_;
  ModuleSealer footer_sealer_;
  std::map<int, ModuleSealer> column_sealers_;
  std::vector<std::byte> out_;
};

}  // namespace taracea::testing
