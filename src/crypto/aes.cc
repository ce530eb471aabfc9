#include "crypto/aes.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/try.h"

namespace taracea::crypto {

struct CipherContext {
  EVP_CIPHER_CTX* evp = nullptr;
};

void CipherContextDeleter::operator()(CipherContext* context) const noexcept {
  EVP_CIPHER_CTX_free(context->evp);  // Wipes the expanded key.
  std::unique_ptr<CipherContext>{context};
}

namespace {

using OwnedContext = std::unique_ptr<CipherContext, CipherContextDeleter>;

// libcrypto counts in int.
constexpr size_t kMostBytesAtOnce = size_t{1} << 30;

enum Direction : int { kDecrypt = 0, kEncrypt = 1 };

const unsigned char* Raw(const std::byte* bytes) noexcept {
  return reinterpret_cast<const unsigned char*>(bytes);
}
unsigned char* Raw(std::byte* bytes) noexcept {
  return reinterpret_cast<unsigned char*>(bytes);
}

Status Failed(const char* step) {
  return Status::Internal(std::string("libcrypto failed to ") + step);
}

/// A context with the key set. `ciphers`: of 128, 192 and 256 bits.
Result<OwnedContext> MakeContext(ConstBytes key, const std::array<const EVP_CIPHER*, 3>& ciphers) {
  if (!IsAesKeySize(key.size())) {
    return Status::InvalidArgument("an AES key must have 16, 24 or 32 bytes, found " + std::to_string(key.size()));
  }
  OwnedContext context(std::make_unique<CipherContext>().release());
  context->evp = EVP_CIPHER_CTX_new();
  if (context->evp == nullptr) {
    return Status::OutOfMemory("no memory for a cipher");
  }
  const EVP_CIPHER* const cipher = ciphers[(key.size() - 16) / 8];
  if (EVP_CipherInit_ex(context->evp, cipher, nullptr, Raw(key.data()), nullptr, kEncrypt) != 1) {
    return Failed("take a key");
  }
  return context;
}

/// Feeds bytes through the cipher. `out` null: they are authenticated only.
Status Update(EVP_CIPHER_CTX* context, ConstBytes in, std::byte* out) {
  while (!in.empty()) {
    const size_t piece = std::min(in.size(), kMostBytesAtOnce);
    int written = 0;
    if (EVP_CipherUpdate(context, Raw(out), &written, Raw(in.data()), static_cast<int>(piece)) != 1) {
      return Failed("process bytes");
    }
    in = in.subspan(piece);
    out += out == nullptr ? 0 : piece;
  }
  return {};
}

/// Ends a message; false where its tag was set and does not fit.
bool Finish(EVP_CIPHER_CTX* context) noexcept {
  // Neither mode has anything left to write.
  std::array<unsigned char, EVP_MAX_BLOCK_LENGTH> rest;
  int written = 0;
  return EVP_CipherFinal_ex(context, rest.data(), &written) == 1;
}

}  // namespace

Result<AesGcm> AesGcm::Create(ConstBytes key) {
  TARACEA_TRY_ASSIGN(OwnedContext context, MakeContext(key, {EVP_aes_128_gcm(), EVP_aes_192_gcm(), EVP_aes_256_gcm()}));
  return AesGcm(std::move(context));
}

Status AesGcm::Seal(std::span<const std::byte, kGcmNonceBytes> nonce, ConstBytes aad, ConstBytes plain,
                    MutableBytes out, std::span<std::byte, kGcmTagBytes> tag) {
  EVP_CIPHER_CTX* const evp = context_->evp;
  if (EVP_CipherInit_ex(evp, nullptr, nullptr, nullptr, Raw(nonce.data()), kEncrypt) != 1) {
    return Failed("take a nonce");
  }
  TARACEA_TRY(Update(evp, aad, nullptr));
  TARACEA_TRY(Update(evp, plain, out.data()));
  if (!Finish(evp) || EVP_CIPHER_CTX_ctrl(evp, EVP_CTRL_AEAD_GET_TAG, kGcmTagBytes, tag.data()) != 1) {
    return Failed("make a tag");
  }
  return {};
}

Result<bool> AesGcm::Open(std::span<const std::byte, kGcmNonceBytes> nonce, ConstBytes aad, ConstBytes sealed,
                          std::span<const std::byte, kGcmTagBytes> tag, MutableBytes out) {
  EVP_CIPHER_CTX* const evp = context_->evp;
  std::array<std::byte, kGcmTagBytes> expected;  // The library asks for memory that it may write to.
  std::copy(tag.begin(), tag.end(), expected.begin());
  if (EVP_CipherInit_ex(evp, nullptr, nullptr, nullptr, Raw(nonce.data()), kDecrypt) != 1 ||
      EVP_CIPHER_CTX_ctrl(evp, EVP_CTRL_AEAD_SET_TAG, kGcmTagBytes, expected.data()) != 1) {
    return Failed("take a nonce");
  }
  TARACEA_TRY(Update(evp, aad, nullptr));
  TARACEA_TRY(Update(evp, sealed, out.data()));
  return Finish(evp);
}

Result<AesCtr> AesCtr::Create(ConstBytes key) {
  TARACEA_TRY_ASSIGN(OwnedContext context, MakeContext(key, {EVP_aes_128_ctr(), EVP_aes_192_ctr(), EVP_aes_256_ctr()}));
  return AesCtr(std::move(context));
}

Status AesCtr::Apply(std::span<const std::byte, kCounterBlockBytes> first_block, ConstBytes in, MutableBytes out) {
  EVP_CIPHER_CTX* const evp = context_->evp;
  if (EVP_CipherInit_ex(evp, nullptr, nullptr, nullptr, Raw(first_block.data()), kEncrypt) != 1) {
    return Failed("take a counter");
  }
  TARACEA_TRY(Update(evp, in, out.data()));
  return Finish(evp) ? Status() : Failed("end a message");
}

}  // namespace taracea::crypto
