#include "crypto/wipe.h"

#include <openssl/crypto.h>

namespace taracea::crypto {

void Wipe(MutableBytes bytes) noexcept {
  OPENSSL_cleanse(bytes.data(), bytes.size());
}

}  // namespace taracea::crypto
