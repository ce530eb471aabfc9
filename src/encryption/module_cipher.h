#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/arena.h"
#include "crypto/aes.h"
#include "encryption/module_aad.h"
#include "taracea/buffer.h"
#include "taracea/encryption.h"
#include "taracea/status.h"

namespace taracea::encryption {

/// Bytes of the length in front of every module.
inline constexpr int64_t kModuleLengthBytes = 4;
/// Bytes that a module of the GCM cipher has beside its contents: length, nonce and tag.
inline constexpr int64_t kModuleOverheadBytes = kModuleLengthBytes + crypto::kGcmNonceBytes + crypto::kGcmTagBytes;
/// Bytes of a footer's signature: nonce and tag.
inline constexpr int64_t kSignatureBytes = crypto::kGcmNonceBytes + crypto::kGcmTagBytes;

/// Which cipher encrypts pages; everything else is always AES-GCM.
enum class PageCipher : uint8_t { kGcm, kCtr };

/// Reads how many bytes the module at the front takes, its length included. `front`: its first bytes; `left_bytes`: how
/// many it can have. Errors: kCorrupt when it ends early, cannot be a module, or is longer than what is left.
Result<int64_t> StoredModuleBytes(ConstBytes front, int64_t left_bytes);

/// Decrypts the modules that are encrypted with one key. Keeps the expanded key, which is wiped with it.
///
/// Wire:   length in 32 bits little-endian, of what follows; nonce of 12 bytes; encrypted bytes; tag of 16 bytes, which
///         pages under CTR lack.
/// Shape:  in: one whole module.  out: its contents.
/// Units:  bytes.
/// Errors: kCorrupt when the module has another size than it says, and when the tag does not fit: the key or the AAD
///         prefix is wrong, or bytes were altered or moved. Pages under CTR decrypt to anything.
/// Cost:   one pass; one allocation of the size of the contents.
/// State:  one thread at a time.
/// Spec:   Encryption.md#51-encrypted-module-serialization
class ModuleCipher {
 public:
  static Result<ModuleCipher> Create(const EncryptionKey& key, std::string file_aad, PageCipher page_cipher);

  Result<Buffer> Decrypt(const ModuleId& id, ConstBytes module, Arena& arena);
  /// Whether `signature` (kSignatureBytes) is that of the footer's bytes.
  /// Spec: Encryption.md#55-plaintext-footer-mode
  Result<bool> VerifySignature(ConstBytes footer, ConstBytes signature);

 private:
  ModuleCipher(crypto::AesGcm gcm, std::string file_aad) : gcm_(std::move(gcm)), file_aad_(std::move(file_aad)) {}

  crypto::AesGcm gcm_;
  std::optional<crypto::AesCtr> ctr_;  // Where pages are encrypted with it.
  std::string file_aad_;
};

}  // namespace taracea::encryption
