#include "encoding/seeded_hash.h"

#include <random>

namespace taracea::encoding {

const kernels::HashKeys& ProcessHashKeys() {
  static const kernels::HashKeys keys = [] {
    std::random_device random;
    const auto draw = [&random] { return static_cast<uint64_t>(random()) << 32 | random(); };
    return kernels::HashKeys{.lanes = {draw(), draw(), draw(), draw()}, .fold = draw() | 1};
  }();
  return keys;
}

}  // namespace taracea::encoding
