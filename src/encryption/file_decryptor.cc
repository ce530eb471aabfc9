#include "encryption/file_decryptor.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace taracea::encryption {
namespace {

// Longer metadata, and such that is no text, is told by its size.
constexpr size_t kMostShownBytes = 80;

/// Tells a message which key it is about.
std::string Described(const std::optional<std::string>& key_metadata) {
  if (!key_metadata) {
    return "no key metadata";
  }
  const bool is_shown =
      key_metadata->size() <= kMostShownBytes &&
      std::all_of(key_metadata->begin(), key_metadata->end(), [](char c) { return c >= ' ' && c <= '~'; });
  return is_shown ? "key metadata \"" + *key_metadata + "\""
                  : std::to_string(key_metadata->size()) + " bytes of key metadata";
}

Status MissingKey(const char* what, const std::optional<std::string>& key_metadata) {
  return Status::Unsupported(std::string(what) + ", which is not known: " + Described(key_metadata));
}

struct AadParts {
  std::optional<std::string> prefix;
  std::optional<std::string> unique;
  bool reader_supplies_prefix = false;
};

template <typename Algorithm>
AadParts PartsOf(const Algorithm& algorithm) {
  return {algorithm.aad_prefix, algorithm.aad_file_unique, algorithm.supply_aad_prefix.value_or(false)};
}

/// Settles the AAD prefix between the file and its reader.
Result<std::string> AgreedPrefix(const AadParts& stored, const std::optional<std::string>& given) {
  const bool has_prefix = stored.prefix.has_value() && !stored.prefix->empty();
  if (!has_prefix && stored.reader_supplies_prefix) {
    if (!given) {
      return Status::Unsupported("the file is encrypted with an AAD prefix that it does not store: give it to read it");
    }
    return *given;
  }
  if (given && *given != stored.prefix.value_or("")) {
    return Status::InvalidArgument(has_prefix ? "the AAD prefix that was given is not the one that the file stores"
                                              : "an AAD prefix was given for a file that is encrypted without one");
  }
  return stored.prefix.value_or("");
}

}  // namespace

FileDecryptor::FileDecryptor(const EncryptionAlgorithm& algorithm, std::optional<std::string> footer_key_metadata,
                             DecryptionOptions options)
    : options_(std::move(options)), footer_key_metadata_(std::move(footer_key_metadata)) {
  AadParts parts;
  if (algorithm.aes_gcm_v1) {
    algorithm_ = "AES_GCM_V1";
    parts = PartsOf(*algorithm.aes_gcm_v1);
  } else if (algorithm.aes_gcm_ctr_v1) {
    algorithm_ = "AES_GCM_CTR_V1";
    page_cipher_ = PageCipher::kCtr;
    parts = PartsOf(*algorithm.aes_gcm_ctr_v1);
  } else {
    algorithm_ = "encryption algorithm " + std::to_string(algorithm.unrecognised_id);
    unusable_ = Status::Unsupported(algorithm_);
    return;
  }
  Result<std::string> prefix = AgreedPrefix(parts, options_.aad_prefix);
  if (!prefix.ok()) {
    unusable_ = std::move(prefix).error();
    return;
  }
  file_aad_ = *prefix + parts.unique.value_or("");
}

Result<std::optional<EncryptionKey>> FileDecryptor::FindKey(const KeyRequest& request) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = found_.find(request.column); found != found_.end()) {
      return std::optional(found->second);
    }
  }
  if (options_.keys == nullptr) {
    return std::optional<EncryptionKey>();
  }
  // Not under the lock: it may take its time, or read another file.
  TARACEA_TRY_ASSIGN(std::optional<EncryptionKey> key, options_.keys->FindKey(request));
  if (key) {
    const std::lock_guard lock(mutex_);
    found_.insert_or_assign(request.column, *key);
  }
  return key;
}

Result<std::optional<ModuleCipher>> FileDecryptor::FindCipher(const KeyRequest& request) const {
  TARACEA_TRY_ASSIGN(const std::optional<EncryptionKey> key, FindKey(request));
  if (!key) {
    return std::optional<ModuleCipher>();
  }
  TARACEA_TRY(unusable_);
  TARACEA_TRY_ASSIGN(ModuleCipher cipher, ModuleCipher::Create(*key, file_aad_, page_cipher_));
  return std::optional<ModuleCipher>(std::move(cipher));
}

Result<std::optional<ModuleCipher>> FileDecryptor::FindFooterCipher() const {
  return FindCipher({.column = {}, .key_metadata = footer_key_metadata_});
}

Result<ModuleCipher> FileDecryptor::FooterCipher() const {
  TARACEA_TRY_ASSIGN(std::optional<ModuleCipher> cipher, FindFooterCipher());
  return cipher ? Result<ModuleCipher>(*std::move(cipher))
                : MissingKey("encrypted with the key of the footer", footer_key_metadata_);
}

Result<ModuleCipher> FileDecryptor::ColumnCipher(const ColumnCryptoMetaData& crypto, const std::string& column) const {
  if (crypto.encryption_with_footer_key) {
    return FooterCipher();
  }
  if (!crypto.encryption_with_column_key) {
    return Status::Unsupported("column encryption of kind " + std::to_string(crypto.unrecognised_id));
  }
  const KeyRequest request{.column = column, .key_metadata = crypto.encryption_with_column_key->key_metadata};
  TARACEA_TRY_ASSIGN(std::optional<ModuleCipher> cipher, FindCipher(request));
  return cipher ? Result<ModuleCipher>(*std::move(cipher))
                : MissingKey("the column is encrypted with a key of its own", request.key_metadata);
}

}  // namespace taracea::encryption
