#include "compression/codec.h"

#include <fmt/format.h>

#include <array>

#include "base/checked_math.h"
#include "base/try.h"

namespace taracea::compression {

Status Compressor::Compress(ConstBytes in, OwnedBuffer* out) {
  // Libraries take no null pointers, not even for nothing.
  static constexpr std::array<std::byte, 1> kNothing{};
  if (in.data() == nullptr) {
    in = ConstBytes(kNothing.data(), 0);
  }
  const size_t old_size = out->size();
  const size_t room = MaxCompressedSize(in.size());
  const std::optional<size_t> new_size = CheckedAdd(old_size, room);
  if ((room == 0 && !in.empty()) || !new_size) {
    return Status::LimitExceeded(
        fmt::format("{}: input of {} bytes is more than the codec can compress at once", name(), in.size()));
  }
  TARACEA_TRY(out->Resize(*new_size));
  Result<size_t> used = CompressInto(in, out->mutable_bytes().subspan(old_size));
  out->SetSize(used ? old_size + *used : old_size);
  return used ? Status() : std::move(used).error();
}

Status Decompressor::Decompress(ConstBytes in, MutableBytes out) {
  if (in.empty()) {
    return out.empty() ? Status()
                       : Status::Corrupt(fmt::format("{}: expected {} bytes when decompressed, the input is empty",
                                                     name(), out.size()));
  }
  std::array<std::byte, 1> nothing{};
  if (out.data() == nullptr) {
    out = MutableBytes(nothing.data(), 0);
  }
  TARACEA_TRY_ASSIGN(const size_t written, DecompressInto(in, out));
  if (written != out.size()) {
    return Status::Corrupt(fmt::format("{}: expected {} bytes when decompressed, the input of {} bytes holds {}",
                                       name(), out.size(), in.size(), written));
  }
  return {};
}

}  // namespace taracea::compression
