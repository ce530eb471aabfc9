#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "encryption/module_cipher.h"
#include "taracea/encryption.h"
#include "taracea/metadata.h"
#include "taracea/status.h"

namespace taracea::encryption {

/// What the reader of a file brings: OpenOptions' part of it.
struct DecryptionOptions {
  std::shared_ptr<const KeyProvider> keys = {};
  std::optional<std::string> aad_prefix = {};
};

/// Makes the ciphers of one encrypted file, and asks for each key when it is first needed.
/// Errors: kUnsupported where a key or the AAD prefix is missing, or the algorithm is newer than this library;
/// kInvalidArgument where an AAD prefix was given that is not the file's; the provider's own.
/// Thread safety: all methods from any thread.
/// Spec: Encryption.md#41-encryption-algorithms, Encryption.md#441-aad-prefix
class FileDecryptor {
 public:
  FileDecryptor(const EncryptionAlgorithm& algorithm, std::optional<std::string> footer_key_metadata,
                DecryptionOptions options);

  /// The spec's name of the algorithm.
  const std::string& algorithm() const noexcept { return algorithm_; }
  const std::optional<std::string>& footer_key_metadata() const noexcept { return footer_key_metadata_; }

  /// The cipher of the footer, and of columns that are encrypted with its key.
  Result<ModuleCipher> FooterCipher() const;
  /// The same; nothing when the key is not known.
  Result<std::optional<ModuleCipher>> FindFooterCipher() const;
  /// The cipher of a column. `column`: its path as in ScanOptions.
  Result<ModuleCipher> ColumnCipher(const ColumnCryptoMetaData& crypto, const std::string& column) const;

 private:
  Result<std::optional<ModuleCipher>> FindCipher(const KeyRequest& request) const;
  Result<std::optional<EncryptionKey>> FindKey(const KeyRequest& request) const;

  DecryptionOptions options_;
  std::string algorithm_;
  std::optional<std::string> footer_key_metadata_;
  PageCipher page_cipher_ = PageCipher::kGcm;
  std::string file_aad_;
  Status unusable_;  // Why nothing can be decrypted, whatever the keys.
  mutable std::mutex mutex_;
  mutable std::map<std::string, EncryptionKey> found_;  // By column; empty: the footer's. Guarded by mutex_.
};

}  // namespace taracea::encryption
