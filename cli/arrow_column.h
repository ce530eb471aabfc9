#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "taracea/batch.h"

namespace taracea::cli {

/// One column in Arrow's layout, filled value by value, of any type that has a format string.
class ArrowColumn {
 public:
  /// `format`: Arrow's format string: "l", "u", "tdD", "+l", ...
  ArrowColumn(std::string name, std::string format) : name_(std::move(name)), format_(std::move(format)) {}

  void AddChild(ArrowColumn child) { children_.push_back(std::move(child)); }
  ArrowColumn& child(size_t i) { return children_[i]; }

  /// Appends a value of a type of constant width.
  template <typename T>
  void Append(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    AppendBytes(&value, sizeof(value));
    AppendSlot(true);
  }
  void AppendFixed(std::string_view bytes) {
    AppendBytes(bytes.data(), bytes.size());
    AppendSlot(true);
  }
  /// Appends a null; `width`: bytes of a slot, 0 for text, lists and structs (whose children get a slot by the caller).
  void AppendNull(size_t width) {
    data_.resize(data_.size() + width);
    AppendSlot(false);
    if (IsListLike()) {
      offsets_.push_back(offsets_.back());
    }
  }
  void AppendBool(bool value) {
    SetBit(&data_, length_, value);
    AppendSlot(true);
  }
  void AppendNullBool() {
    SetBit(&data_, length_, false);
    AppendSlot(false);
  }
  void AppendText(std::string_view text) {
    AppendBytes(text.data(), text.size());
    offsets_.push_back(static_cast<int32_t>(data_.size()));
    AppendSlot(true);
  }
  /// Ends a list whose elements were appended to the child.
  void EndList() {
    offsets_.push_back(static_cast<int32_t>(children_[0].length_));
    AppendSlot(true);
  }
  /// A struct whose members were appended to the children.
  void EndStruct() { AppendSlot(true); }

  /// Turns columns into a batch.
  static Result<Batch> ToBatch(std::vector<ArrowColumn> columns);

 private:
  struct Exported;

  bool IsListLike() const noexcept { return format_ == "u" || format_ == "z" || format_ == "+l" || format_ == "+m"; }
  bool IsStruct() const noexcept { return format_ == "+s"; }
  void AppendBytes(const void* bytes, size_t size_bytes) {
    const size_t before = data_.size();
    data_.resize(before + size_bytes);
    if (size_bytes != 0) {
      std::memcpy(data_.data() + before, bytes, size_bytes);
    }
  }
  void AppendSlot(bool valid) {
    SetBit(&validity_, length_, valid);
    null_count_ += valid ? 0 : 1;
    ++length_;
  }
  static void SetBit(std::vector<std::byte>* bits, int64_t i, bool value);
  static void Export(ArrowColumn column, ArrowArray* array, ArrowSchema* schema);

  std::string name_;
  std::string format_;
  int64_t length_ = 0;
  int64_t null_count_ = 0;
  std::vector<std::byte> validity_;
  std::vector<std::byte> data_;
  std::vector<int32_t> offsets_ = {0};
  std::vector<ArrowColumn> children_;
};

}  // namespace taracea::cli
