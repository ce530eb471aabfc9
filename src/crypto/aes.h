#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea::crypto {

inline constexpr size_t kGcmNonceBytes = 12;
inline constexpr size_t kGcmTagBytes = 16;
inline constexpr size_t kCounterBlockBytes = 16;

/// Whether AES takes keys of that size: 128, 192 or 256 bits.
constexpr bool IsAesKeySize(size_t size_bytes) noexcept {
  return size_bytes == 16 || size_bytes == 24 || size_bytes == 32;
}

struct CipherContext;
struct CipherContextDeleter {
  void operator()(CipherContext* context) const noexcept;
};

/// AES in Galois/Counter Mode with nonces of 96 bits and tags of 128 bits. Keeps the expanded key, which is wiped with
/// it. Errors: kInvalidArgument for a key of another size, kInternal when the cipher library fails.
/// Thread safety: one thread at a time.
/// Spec: NIST SP 800-38D
class AesGcm {
 public:
  static Result<AesGcm> Create(ConstBytes key);

  /// Encrypts `plain` into `out`, which has the same size and may be the same memory.
  Status Seal(std::span<const std::byte, kGcmNonceBytes> nonce, ConstBytes aad, ConstBytes plain, MutableBytes out,
              std::span<std::byte, kGcmTagBytes> tag);
  /// Decrypts `sealed` into `out`, as Seal. False when the tag does not fit key, nonce, aad and bytes: then `out` holds
  /// nothing that may be used.
  Result<bool> Open(std::span<const std::byte, kGcmNonceBytes> nonce, ConstBytes aad, ConstBytes sealed,
                    std::span<const std::byte, kGcmTagBytes> tag, MutableBytes out);

 private:
  explicit AesGcm(std::unique_ptr<CipherContext, CipherContextDeleter> context) : context_(std::move(context)) {}
  std::unique_ptr<CipherContext, CipherContextDeleter> context_;
};

/// AES in counter mode: encrypts and decrypts alike, and tells nothing of altered bytes. Otherwise as AesGcm.
/// Spec: NIST SP 800-38A
class AesCtr {
 public:
  static Result<AesCtr> Create(ConstBytes key);

  /// Combines `in` with the stream that begins at the counter block; `out` has the same size and may be the same
  /// memory.
  Status Apply(std::span<const std::byte, kCounterBlockBytes> first_block, ConstBytes in, MutableBytes out);

 private:
  explicit AesCtr(std::unique_ptr<CipherContext, CipherContextDeleter> context) : context_(std::move(context)) {}
  std::unique_ptr<CipherContext, CipherContextDeleter> context_;
};

}  // namespace taracea::crypto
