#include "taracea/buffer.h"

#include <cstdlib>
#include <new>

#include "base/arena.h"
#include "base/bytes.h"

namespace taracea {

Buffer Buffer::CopyOf(ConstBytes bytes) {
  if (bytes.empty()) {
    return {};
  }
  const size_t total_bytes = (bytes.size() + 2 * kSlackBytes - 1) / kSlackBytes * kSlackBytes;
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kSlackBytes, total_bytes));
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  std::shared_ptr<const void> owner(static_cast<const void*>(memory), [memory](const void*) { std::free(memory); });
  CopyBytes(memory, bytes.data(), bytes.size());
  return Buffer({memory, bytes.size()}, std::move(owner), kSlackBytes);
}

}  // namespace taracea
