#include "encoding/seeded_hash.h"

#include <random>

namespace taracea::encoding {

const HashSeed& ProcessHashSeed() {
  static const HashSeed seed = [] {
    std::random_device random;
    const auto draw = [&random] { return static_cast<uint64_t>(random()) << 32 | random(); };
    return HashSeed{.first = draw(), .second = draw()};
  }();
  return seed;
}

}  // namespace taracea::encoding
