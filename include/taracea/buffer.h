#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace taracea {

using ConstBytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

/// Views text as bytes, without a copy.
inline ConstBytes AsBytes(std::string_view text) noexcept {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
/// Views bytes as text, without a copy or a check of the encoding.
inline std::string_view AsText(ConstBytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A shared, immutable range of bytes and whatever keeps it alive.
/// Owner: all copies share the memory; the last one frees it, on whichever thread that is.
/// Thread safety: as a value; the bytes never change once a Buffer exists.
class Buffer {
 public:
  /// Makes an empty buffer: data() is null, size() is 0.
  Buffer() noexcept = default;
  /// Takes part in the ownership of `owner`, which must keep `bytes` valid and unchanged.
  /// `slack_bytes`: how many bytes behind the end may be read (not their value).
  Buffer(ConstBytes bytes, std::shared_ptr<const void> owner, size_t slack_bytes = 0) noexcept
      : data_(bytes.data()), size_bytes_(bytes.size()), slack_bytes_(slack_bytes), owner_(std::move(owner)) {}

  /// Copies bytes into memory of its own (from malloc; 64 bytes of slack).
  static Buffer CopyOf(ConstBytes bytes);
  /// Views memory that outlives every copy of the buffer (a constant, a caller's array).
  static Buffer Unowned(ConstBytes bytes) noexcept { return Buffer(bytes, nullptr); }

  const std::byte* data() const noexcept { return data_; }
  size_t size() const noexcept { return size_bytes_; }
  bool empty() const noexcept { return size_bytes_ == 0; }
  /// Readable bytes behind the end.
  size_t slack() const noexcept { return slack_bytes_; }
  ConstBytes bytes() const noexcept { return {data_, size_bytes_}; }
  const std::shared_ptr<const void>& owner() const noexcept { return owner_; }
  explicit operator bool() const noexcept { return data_ != nullptr; }

  /// Views the bytes as an array of T; data() must be aligned for T, a remainder is left out.
  template <typename T>
  std::span<const T> as() const noexcept {
    return {reinterpret_cast<const T*>(data_), size_bytes_ / sizeof(T)};
  }

  /// A part of this buffer that shares its ownership. Precondition: offset + length <= size().
  Buffer Slice(size_t offset_bytes, size_t length_bytes) const noexcept {
    return Buffer({data_ + offset_bytes, length_bytes}, owner_,
                  slack_bytes_ + (size_bytes_ - offset_bytes - length_bytes));
  }

 private:
  const std::byte* data_ = nullptr;
  size_t size_bytes_ = 0;
  size_t slack_bytes_ = 0;
  std::shared_ptr<const void> owner_;
};

}  // namespace taracea
