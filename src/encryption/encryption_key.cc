#include <algorithm>
#include <string>

#include "crypto/aes.h"
#include "crypto/wipe.h"
#include "taracea/encryption.h"

namespace taracea {
namespace {

constexpr std::string_view kTextPrefix = "text:";

int HexDigit(char c) noexcept {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool IsHex(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return HexDigit(c) >= 0; });
}

}  // namespace

EncryptionKey::EncryptionKey(ConstBytes bytes) noexcept : size_bytes_(bytes.size()) {
  std::copy(bytes.begin(), bytes.end(), bytes_.begin());
}

EncryptionKey::~EncryptionKey() {
  crypto::Wipe(bytes_);
}

Result<EncryptionKey> EncryptionKey::FromBytes(ConstBytes bytes) {
  if (!crypto::IsAesKeySize(bytes.size())) {
    return Status::InvalidArgument("a key must have 16, 24 or 32 bytes, found " + std::to_string(bytes.size()));
  }
  return EncryptionKey(bytes);
}

Result<EncryptionKey> EncryptionKey::FromText(std::string_view text) {
  if (text.starts_with(kTextPrefix)) {
    return FromBytes(AsBytes(text.substr(kTextPrefix.size())));
  }
  if (text.size() % 2 == 0 && crypto::IsAesKeySize(text.size() / 2) && IsHex(text)) {
    std::array<std::byte, 32> bytes;
    for (size_t i = 0; i < text.size() / 2; ++i) {
      bytes[i] = static_cast<std::byte>(HexDigit(text[2 * i]) << 4 | HexDigit(text[2 * i + 1]));
    }
    const EncryptionKey key(ConstBytes(bytes).first(text.size() / 2));
    crypto::Wipe(bytes);
    return key;
  }
  if (crypto::IsAesKeySize(text.size())) {
    return EncryptionKey(AsBytes(text));
  }
  return Status::InvalidArgument("a key must be 32, 48 or 64 hexadecimal digits, or 16, 24 or 32 characters; found " +
                                 std::to_string(text.size()) + " characters");
}

}  // namespace taracea
