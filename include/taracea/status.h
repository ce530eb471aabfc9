#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace taracea {

/// Says what the caller should do about an error.
enum class ErrorCode : uint8_t {
  kOk = 0,
  kInvalidArgument,  ///< Fix the call.
  kIo,               ///< The source or sink failed; trying again may help.
  kCorrupt,          ///< The input breaks its own format.
  kUnsupported,      ///< Valid, but this build lacks the feature that the message names.
  kLimitExceeded,    ///< Raise the limit that the message names if the input is trusted.
  kOutOfMemory,      ///< The memory budget or the machine has no room.
  kCancelled,        ///< The caller's own cancel callback stopped the work.
  kInternal,         ///< A bug in this library.
};

/// Returns the code's name in lower case: "corrupt", "invalid argument", ...
std::string_view ErrorCodeName(ErrorCode code);

/// Where in a file an error arose. Unknown parts are empty or -1.
/// Units: row_group and page are 0-based ordinals (page counts data pages of the chunk), offset is in bytes from the
/// start of the file.
struct Place {
  std::string file = {};
  int64_t row_group = -1;
  std::string column = {};
  int64_t page = -1;
  int64_t offset = -1;

  bool operator==(const Place&) const = default;
};

/// Outcome of an operation without a value: OK, or a code, a message and a place.
/// Pointer-sized; OK allocates nothing. Copies are deep, moves are free. Owner: the holder. Thread safety: as a value.
class [[nodiscard]] Status {
 public:
  /// Makes an OK status.
  Status() noexcept = default;
  Status(ErrorCode code, std::string message);
  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;
  ~Status() = default;

  static Status InvalidArgument(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }
  static Status Io(std::string message) { return {ErrorCode::kIo, std::move(message)}; }
  static Status Corrupt(std::string message) { return {ErrorCode::kCorrupt, std::move(message)}; }
  static Status Unsupported(std::string message) { return {ErrorCode::kUnsupported, std::move(message)}; }
  static Status LimitExceeded(std::string message) { return {ErrorCode::kLimitExceeded, std::move(message)}; }
  static Status OutOfMemory(std::string message) { return {ErrorCode::kOutOfMemory, std::move(message)}; }
  static Status Cancelled(std::string message) { return {ErrorCode::kCancelled, std::move(message)}; }
  static Status Internal(std::string message) { return {ErrorCode::kInternal, std::move(message)}; }

  bool ok() const noexcept { return detail_ == nullptr; }
  ErrorCode code() const noexcept;
  /// The message without code and place; empty when OK.
  const std::string& message() const noexcept;
  /// The place; all parts unknown when OK.
  const Place& place() const noexcept;

  /// Fills the parts of the place that are still unknown; keeps those already known. Does nothing when OK.
  Status& At(const Place& outer) &;
  Status&& At(const Place& outer) &&;

  /// One sentence: "corrupt: MESSAGE [file F, row group 3, column a.b, page 17, offset 48213]"; "ok" when OK.
  std::string ToString() const;

  bool operator==(const Status& other) const;

 private:
  struct Detail;
  struct Deleter {
    void operator()(Detail* detail) const noexcept;
  };
  std::unique_ptr<Detail, Deleter> detail_;
};

/// Wraps a Status to build a Result explicitly; seldom needed, Status converts by itself.
[[noreturn]] void ThrowOrAbort(const Status& status);

#if defined(__cpp_exceptions)
/// What Result::value() throws, for callers who like exceptions. The library itself never throws it.
class Error : public std::runtime_error {
 public:
  explicit Error(Status status) : std::runtime_error(status.ToString()), status_(std::move(status)) {}
  const Status& status() const noexcept { return status_; }

 private:
  Status status_;
};
#endif

/// A value or the Status that explains its absence. Mirrors the names of std::expected.
template <typename T>
class [[nodiscard]] Result {
  static_assert(!std::is_reference_v<T> && !std::is_same_v<std::remove_cv_t<T>, Status>);

 public:
  using value_type = T;
  using error_type = Status;

  Result(T value) : value_(std::move(value)) {}         // NOLINT(google-explicit-constructor): reads as the value
  Result(Status status) : status_(std::move(status)) {  // NOLINT(google-explicit-constructor): reads as the error
    assert(!status_.ok());
  }
  template <typename U>
    requires(std::is_constructible_v<T, U &&> && !std::is_same_v<std::remove_cvref_t<U>, T> &&
             !std::is_same_v<std::remove_cvref_t<U>, Status> && !std::is_same_v<std::remove_cvref_t<U>, Result> &&
             std::is_convertible_v<U &&, T>)
  Result(U&& value) : value_(std::forward<U>(value)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const noexcept { return value_.has_value(); }
  bool ok() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return value_.has_value(); }

  const T& operator*() const& noexcept { return *value_; }
  T& operator*() & noexcept { return *value_; }
  T&& operator*() && noexcept { return *std::move(value_); }
  const T* operator->() const noexcept { return &*value_; }
  T* operator->() noexcept { return &*value_; }

  /// The value; throws taracea::Error when there is none (aborts in code built without exceptions).
  const T& value() const& { return Check(), *value_; }
  T& value() & { return Check(), *value_; }
  T&& value() && { return Check(), *std::move(value_); }

  /// The status; OK when there is a value.
  const Status& error() const& noexcept { return status_; }
  Status& error() & noexcept { return status_; }
  Status&& error() && noexcept { return std::move(status_); }
  const Status& status() const& noexcept { return status_; }

  template <typename U>
  T value_or(U&& other) const& {
    return value_ ? *value_ : static_cast<T>(std::forward<U>(other));
  }

 private:
  void Check() const {
    if (!value_) {
#if defined(__cpp_exceptions)
      throw Error(status_);
#else
      ThrowOrAbort(status_);
#endif
    }
  }

  Status status_;
  std::optional<T> value_;
};

}  // namespace taracea
