#include "encryption/module_cipher.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes.h"
#include "base/try.h"

namespace taracea::encryption {
namespace {

using Nonce = std::span<const std::byte, crypto::kGcmNonceBytes>;

bool IsPage(ModuleType type) noexcept {
  return type == ModuleType::kDataPage || type == ModuleType::kDictionaryPage;
}

}  // namespace

Result<int64_t> StoredModuleBytes(ConstBytes front, int64_t left_bytes) {
  if (front.size() < static_cast<size_t>(kModuleLengthBytes) || left_bytes < kModuleLengthBytes) {
    return Status::Corrupt("the bytes end inside the length of an encrypted module: " + std::to_string(front.size()));
  }
  const int64_t length = Load<uint32_t>(front.data());
  const int64_t most = left_bytes - kModuleLengthBytes;
  if (length < static_cast<int64_t>(crypto::kGcmNonceBytes) || length > most) {
    return Status::Corrupt("an encrypted module must have at least " + std::to_string(crypto::kGcmNonceBytes) +
                           " bytes and at most the " + std::to_string(most) + " that are left, found a length of " +
                           std::to_string(length));
  }
  return kModuleLengthBytes + length;
}

Result<ModuleCipher> ModuleCipher::Create(const EncryptionKey& key, std::string file_aad, PageCipher page_cipher) {
  TARACEA_TRY_ASSIGN(crypto::AesGcm gcm, crypto::AesGcm::Create(key.bytes()));
  ModuleCipher cipher(std::move(gcm), std::move(file_aad));
  if (page_cipher == PageCipher::kCtr) {
    TARACEA_TRY_ASSIGN(cipher.ctr_, crypto::AesCtr::Create(key.bytes()));
  }
  return cipher;
}

Result<Buffer> ModuleCipher::Decrypt(const ModuleId& id, ConstBytes module, Arena& arena) {
  const bool has_tag = !ctr_ || !IsPage(id.type);
  const size_t tag_bytes = has_tag ? crypto::kGcmTagBytes : 0;
  const size_t least = static_cast<size_t>(kModuleLengthBytes) + crypto::kGcmNonceBytes + tag_bytes;
  TARACEA_TRY_ASSIGN(const int64_t stored, StoredModuleBytes(module, static_cast<int64_t>(module.size())));
  if (stored != static_cast<int64_t>(module.size()) || module.size() < least) {
    return Status::Corrupt("an encrypted " + std::string(ToString(id.type)) + " of " + std::to_string(module.size()) +
                           " bytes must be one module of at least " + std::to_string(least) + ", found one of " +
                           std::to_string(stored));
  }
  TARACEA_TRY_ASSIGN(const std::string aad, MakeModuleAad(file_aad_, id));
  const Nonce nonce(module.data() + kModuleLengthBytes, crypto::kGcmNonceBytes);
  const ConstBytes sealed = module.subspan(least - tag_bytes, module.size() - least);
  TARACEA_TRY_ASSIGN(OwnedBuffer out, arena.AllocateSized(sealed.size()));
  if (!has_tag) {
    // The counter begins at 1, big-endian, behind the nonce.
    std::array<std::byte, crypto::kCounterBlockBytes> block = {};
    std::copy(nonce.begin(), nonce.end(), block.begin());
    block.back() = std::byte{1};
    TARACEA_TRY(ctr_->Apply(block, sealed, out.mutable_bytes()));
    return std::move(out).Publish();
  }
  TARACEA_TRY_ASSIGN(const bool fits,
                     gcm_.Open(nonce, AsBytes(aad), sealed, module.last<crypto::kGcmTagBytes>(), out.mutable_bytes()));
  if (!fits) {
    return Status::Corrupt("a " + std::string(ToString(id.type)) +
                           " does not decrypt: its key or the AAD prefix is wrong, or its bytes were altered");
  }
  return std::move(out).Publish();
}

Result<bool> ModuleCipher::VerifySignature(ConstBytes footer, ConstBytes signature) {
  if (signature.size() != static_cast<size_t>(kSignatureBytes)) {
    return Status::Corrupt("the signature of a footer must have " + std::to_string(kSignatureBytes) + " bytes, found " +
                           std::to_string(signature.size()));
  }
  TARACEA_TRY_ASSIGN(const std::string aad, MakeModuleAad(file_aad_, {.type = ModuleType::kFooter}));
  // Made anew, as the writer made it; only its tag is of interest.
  TARACEA_TRY_ASSIGN(OwnedBuffer sealed, DefaultArena()->AllocateSized(footer.size()));
  std::array<std::byte, crypto::kGcmTagBytes> tag;
  TARACEA_TRY(gcm_.Seal(signature.first<crypto::kGcmNonceBytes>(), AsBytes(aad), footer, sealed.mutable_bytes(), tag));
  return std::ranges::equal(tag, signature.last<crypto::kGcmTagBytes>());
}

}  // namespace taracea::encryption
