#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "taracea/buffer.h"
#include "taracea/limits.h"
#include "taracea/status.h"

namespace taracea::format {

/// First and last bytes of a file; kEncryptedMagic when its footer is encrypted.
/// Spec: README.md#file-format, Encryption.md#54-encrypted-footer-mode
inline constexpr std::string_view kMagic = "PAR1";
inline constexpr std::string_view kEncryptedMagic = "PARE";
inline constexpr int64_t kMagicBytes = 4;

/// Last bytes of a file: the footer's length (32 bits, little-endian) and the magic.
inline constexpr int64_t kFooterTailBytes = 8;
/// The smallest file: both magics and a length.
inline constexpr int64_t kSmallestFileBytes = kMagicBytes + kFooterTailBytes;
/// Signature behind the footer of an encrypted file with a plain footer: nonce and tag.
/// Spec: Encryption.md#55-plaintext-footer-mode
inline constexpr int64_t kFooterSignatureBytes = 28;

/// Where the footer of a file lies. Units: bytes from the start of the file.
struct FooterTail {
  int64_t footer_offset = 0;
  int64_t footer_size_bytes = 0;  ///< With what belongs to it: crypto metadata in front, signature behind.
  bool is_encrypted = false;

  bool operator==(const FooterTail&) const = default;
};

/// Decodes the last kFooterTailBytes of a file of `file_size_bytes`; `tail` may have more bytes in front of them.
/// Errors: kCorrupt when the file is too short, the magic is missing (says what is there instead) or the length does
/// not fit into the file; kLimitExceeded above max_footer_bytes.
Result<FooterTail> ParseFooterTail(ConstBytes tail, int64_t file_size_bytes, const ReadLimits& limits);

/// Makes the last bytes of a file whose footer has `footer_size_bytes`.
std::array<std::byte, kFooterTailBytes> MakeFooterTail(uint32_t footer_size_bytes, bool is_encrypted) noexcept;

}  // namespace taracea::format
