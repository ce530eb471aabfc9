#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "taracea/c.h"
#include "taracea/status.h"

namespace taracea::api {

// What every function of the C interface does at its edge. Thread safety: from any thread.

/// Returns the status' code and hands its error to the caller, where `error` is given. Works without memory too.
taracea_code Tell(const Status& status, taracea_error** error) noexcept;

/// Does `work`, which returns a Status, and tells how it went; nothing that it throws gets out.
template <typename Work>
taracea_code Answer(taracea_error** error, Work&& work) noexcept {
  return Tell(Guard(std::forward<Work>(work)), error);
}

/// Turns what a callback of the caller's answered into a Status and frees its error.
Status FromCallback(taracea_code code, taracea_error* error);

/// What there is to say about a pointer that is needed and null.
Status NullPointer(std::string_view name);

/// kInvalidArgument when a pointer that is needed is null.
template <typename T>
Status Need(const T* pointer, std::string_view name) {
  return pointer != nullptr ? Status() : NullPointer(name);
}

/// Gives the caller a text to free; `out` is not null.
void GiveText(std::string_view text, char** out);

/// Checks what `struct_size` says, and that the caller asks for nothing that is newer than this library.
/// Errors: kInvalidArgument, kUnsupported.
Status CheckStructSize(const void* given, size_t given_bytes, size_t known_bytes, std::string_view name);

/// Reads a struct of the caller's, of whatever version; fields that it lacks are zero.
template <typename T>
Result<T> ReadStruct(const T* given, std::string_view name) {
  static_assert(std::has_unique_object_representations_v<T>, "padding would be compared with zero");
  TARACEA_TRY(Need(given, name));
  TARACEA_TRY(CheckStructSize(given, given->struct_size, sizeof(T), name));
  T out{};
  std::memcpy(&out, given, given->struct_size < sizeof(T) ? given->struct_size : sizeof(T));
  return out;
}

/// The same where null stands for the defaults.
template <typename T>
Result<T> ReadOptions(const T* given, std::string_view name) {
  return given == nullptr ? Result<T>(T{}) : ReadStruct(given, name);
}

/// Fills a struct of the caller's as far as it reaches; what it has beyond is zero.
template <typename T>
Status FillStruct(T filled, T* out, std::string_view name) {
  static_assert(std::has_unique_object_representations_v<T>, "padding would reach the caller");
  TARACEA_TRY(Need(out, name));
  const size_t size_bytes = out->struct_size;
  TARACEA_TRY(CheckStructSize(nullptr, size_bytes, sizeof(T), name));
  filled.struct_size = size_bytes;
  const size_t known_bytes = size_bytes < sizeof(T) ? size_bytes : sizeof(T);
  std::memcpy(out, &filled, known_bytes);
  std::memset(reinterpret_cast<std::byte*>(out) + known_bytes, 0, size_bytes - known_bytes);
  return {};
}

/// Sets what a call would have made to nothing before it is tried.
template <typename T>
void Clear(T* out) noexcept {
  if (out != nullptr) {
    *out = T{};
  }
}

}  // namespace taracea::api
