#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace taracea::index {

/// The version of a writer: up to three numbers, and whatever follows them ("SNAPSHOT", "rc3", "cdh5.5.0").
struct WriterVersion {
  int32_t major = 0;
  int32_t minor = 0;
  int32_t patch = 0;
  std::string suffix;

  bool operator==(const WriterVersion&) const = default;
  /// Whether this comes before a release. With a suffix, a version comes before the release of the same numbers.
  bool IsBefore(int32_t other_major, int32_t other_minor, int32_t other_patch) const noexcept;
};

/// Who wrote a file, taken from FileMetaData.created_by: "APPLICATION version VERSION (build BUILD)".
struct CreatedBy {
  std::string application;               ///< Empty: the file does not say.
  std::optional<WriterVersion> version;  ///< Absent: none is given, or it does not begin with a number.
  std::string build;

  bool operator==(const CreatedBy&) const = default;
};

/// Takes the text apart; never fails. Text of another form is the application as a whole.
/// Spec: parquet.thrift#FileMetaData
CreatedBy ParseCreatedBy(std::string_view text);

}  // namespace taracea::index
