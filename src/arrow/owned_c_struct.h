#pragma once

#include <utility>

#include "taracea/arrow_c.h"

namespace taracea::arrow {

/// Holds an ArrowSchema, ArrowArray or ArrowArrayStream and releases it once, unless it was moved on.
/// Owner: the holder. Thread safety: one thread at a time.
template <typename CStruct>
class Owned {
 public:
  Owned() noexcept = default;
  /// Takes over from `from`, which is left released; null or released: nothing.
  explicit Owned(CStruct* from) noexcept {
    if (from != nullptr) {
      value_ = std::exchange(*from, CStruct{});
    }
  }
  Owned(Owned&& other) noexcept : value_(std::exchange(other.value_, CStruct{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Owned() { Reset(); }

  explicit operator bool() const noexcept { return value_.release != nullptr; }
  CStruct* get() noexcept { return &value_; }
  const CStruct* get() const noexcept { return &value_; }
  CStruct* operator->() noexcept { return &value_; }
  const CStruct* operator->() const noexcept { return &value_; }

  /// Gives the struct to the caller, bytewise as the interface says.
  void MoveTo(CStruct* to) noexcept { *to = std::exchange(value_, CStruct{}); }
  void Reset() noexcept {
    if (value_.release != nullptr) {
      value_.release(&value_);
      value_ = CStruct{};
    }
  }

 private:
  CStruct value_{};
};

}  // namespace taracea::arrow
