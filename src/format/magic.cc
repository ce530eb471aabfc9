#include "format/magic.h"

#include <fmt/format.h>

#include <string>

#include "base/bytes.h"

namespace taracea::format {
namespace {

std::string Escaped(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c >= ' ' && c <= '~' && c != '\\' && c != '"') {
      out.push_back(c);
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace

Result<FooterTail> ParseFooterTail(ConstBytes tail, int64_t file_size_bytes, const ReadLimits& limits) {
  if (file_size_bytes < kSmallestFileBytes || tail.size() < static_cast<size_t>(kFooterTailBytes)) {
    return Status::Corrupt(
        fmt::format("not a Parquet file: expected at least {} bytes, found {}", kSmallestFileBytes, file_size_bytes));
  }
  const ConstBytes last = tail.last(static_cast<size_t>(kFooterTailBytes));
  const std::string_view magic = AsText(last.last(static_cast<size_t>(kMagicBytes)));
  if (magic != kMagic && magic != kEncryptedMagic) {
    return Status::Corrupt(fmt::format("not a Parquet file: expected \"{}\" or \"{}\" at its end, found \"{}\"", kMagic,
                                       kEncryptedMagic, Escaped(magic)));
  }
  const int64_t size_bytes = Load<uint32_t>(last.data());
  if (size_bytes > file_size_bytes - kSmallestFileBytes) {
    return Status::Corrupt(
        fmt::format("expected a footer of at most {} bytes in a file of {} bytes, found a length of {}",
                    file_size_bytes - kSmallestFileBytes, file_size_bytes, size_bytes));
  }
  if (size_bytes > limits.max_footer_bytes) {
    return Status::LimitExceeded(
        fmt::format("the footer's length is above max_footer_bytes of {}: {}", limits.max_footer_bytes, size_bytes));
  }
  return FooterTail{file_size_bytes - kFooterTailBytes - size_bytes, size_bytes, magic == kEncryptedMagic};
}

std::array<std::byte, kFooterTailBytes> MakeFooterTail(uint32_t footer_size_bytes, bool is_encrypted) noexcept {
  std::array<std::byte, kFooterTailBytes> tail;
  Store(tail.data(), footer_size_bytes);
  const std::string_view magic = is_encrypted ? kEncryptedMagic : kMagic;
  CopyBytes(tail.data() + sizeof(footer_size_bytes), AsBytes(magic).data(), magic.size());
  return tail;
}

}  // namespace taracea::format
