#include "base/crc32.h"

#include <libdeflate.h>

namespace taracea {

uint32_t Crc32(ConstBytes bytes, uint32_t previous) noexcept {
  // The library takes a null pointer as "start anew", which an empty piece in the middle must not do.
  return bytes.empty() ? previous : libdeflate_crc32(previous, bytes.data(), bytes.size());
}

}  // namespace taracea
