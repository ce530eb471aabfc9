#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "encryption/file_decryptor.h"
#include "format/footer_index.h"

namespace taracea::file {

/// A chunk's entry in the footer, and what its modules are known by.
struct ChunkEntry {
  const format::IndexedChunk* chunk = nullptr;
  int64_t row_group = 0;  ///< RowGroup.ordinal.
  int64_t column = 0;     ///< Ordinal of the leaf.
  std::string path = {};  ///< Of the leaf, as in ScanOptions.

  encryption::ModuleId Module(encryption::ModuleType type) const noexcept { return {type, row_group, column, 0}; }
};

/// The chunks of an encrypted file: their ciphers, and their metadata where it is encrypted apart from the footer,
/// which is decrypted when first asked for. Errors: kUnsupported where the key is not known; kCorrupt. Thread safety:
/// all methods from any thread. Spec: Encryption.md#53-protection-of-sensitive-metadata
class EncryptedChunks {
 public:
  /// `footer` must outlive this.
  EncryptedChunks(std::shared_ptr<const encryption::FileDecryptor> decryptor, const format::FooterIndex& footer,
                  const ReadLimits& limits)
      : decryptor_(std::move(decryptor)), footer_(footer), limits_(limits) {}

  /// The cipher of a chunk's modules; null when it is not encrypted.
  Result<std::unique_ptr<encryption::ModuleCipher>> Cipher(const ChunkEntry& entry) const;
  /// The ColumnMetaData message that stood encrypted in the footer; nothing when there is none.
  Result<std::optional<Buffer>> MetaData(const ChunkEntry& entry) const;
  /// The entry with its metadata decrypted: lives as long as this. The footer's own entry when nothing is encrypted in
  /// it, or when it can be read in part without the key.
  Result<const format::IndexedChunk*> Decrypted(const ChunkEntry& entry) const;

 private:
  struct Opened {
    Buffer message;
    format::IndexedChunk chunk;
  };
  Result<const Opened*> Open(const ChunkEntry& entry, ConstBytes module) const;

  std::shared_ptr<const encryption::FileDecryptor> decryptor_;
  const format::FooterIndex& footer_;
  ReadLimits limits_;
  mutable std::mutex mutex_;
  mutable std::map<const format::IndexedChunk*, Opened> opened_;  // Guarded by mutex_; entries stay.
};

}  // namespace taracea::file
