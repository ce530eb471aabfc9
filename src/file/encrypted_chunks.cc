#include "file/encrypted_chunks.h"

#include <utility>

#include "base/arena.h"
#include "base/try.h"

namespace taracea::file {

Result<std::unique_ptr<encryption::ModuleCipher>> EncryptedChunks::Cipher(const ChunkEntry& entry) const {
  TARACEA_TRY_ASSIGN(const std::optional<ColumnCryptoMetaData> crypto, footer_.DecodeCryptoMetaData(*entry.chunk));
  if (!crypto) {
    return std::unique_ptr<encryption::ModuleCipher>();
  }
  TARACEA_TRY_ASSIGN(encryption::ModuleCipher cipher, decryptor_->ColumnCipher(*crypto, entry.path));
  return std::make_unique<encryption::ModuleCipher>(std::move(cipher));
}

Result<const EncryptedChunks::Opened*> EncryptedChunks::Open(const ChunkEntry& entry, ConstBytes module) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = opened_.find(entry.chunk); found != opened_.end()) {
      return &found->second;
    }
  }
  TARACEA_TRY_ASSIGN(const std::unique_ptr<encryption::ModuleCipher> cipher, Cipher(entry));
  if (cipher == nullptr) {
    return Status::Corrupt("a column chunk has encrypted metadata, but does not say with which key");
  }
  Opened opened;
  TARACEA_TRY_ASSIGN(opened.message,
                     cipher->Decrypt(entry.Module(encryption::ModuleType::kColumnMetaData), module, *DefaultArena()));
  opened.chunk = *entry.chunk;
  TARACEA_TRY_ASSIGN(opened.chunk.meta_data, format::ReadIndexedMetaData(opened.message.bytes(), limits_));
  // Unless its bytes are in another file.
  opened.chunk.is_usable = opened.chunk.file_path.size_bytes <= 1;
  const std::lock_guard lock(mutex_);
  return &opened_.try_emplace(entry.chunk, std::move(opened)).first->second;
}

Result<std::optional<Buffer>> EncryptedChunks::MetaData(const ChunkEntry& entry) const {
  const std::optional<ConstBytes> module = footer_.EncryptedMetaData(*entry.chunk);
  if (!module) {
    return std::optional<Buffer>();
  }
  TARACEA_TRY_ASSIGN(const Opened* const opened, Open(entry, *module));
  return std::optional<Buffer>(opened->message);
}

Result<const format::IndexedChunk*> EncryptedChunks::Decrypted(const ChunkEntry& entry) const {
  const std::optional<ConstBytes> module = footer_.EncryptedMetaData(*entry.chunk);
  if (!module) {
    return entry.chunk;
  }
  Result<const Opened*> opened = Open(entry, *module);
  if (opened.ok()) {
    return &(*opened)->chunk;
  }
  // A plain footer keeps what is not sensitive readable for those who lack the key.
  const bool lacks_key = opened.error().code() == ErrorCode::kUnsupported;
  return lacks_key && entry.chunk->is_usable ? Result<const format::IndexedChunk*>(entry.chunk)
                                             : std::move(opened).error();
}

}  // namespace taracea::file
