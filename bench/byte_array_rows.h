#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Byte arrays in Arrow's layout: value i is data[offsets[i], offsets[i + 1]).
struct ByteArrays {
  std::vector<int32_t> offsets = {0};
  std::vector<std::byte> data;

  int64_t count() const { return static_cast<int64_t>(offsets.size()) - 1; }
  int64_t size_bytes() const { return offsets.back(); }
  void Add(const std::string& value);
};

inline constexpr int64_t kSliceCount =
    16384;  ///< Values that stay in the second-level cache with what is made of them.

/// The data sets, the same bytes every time.
ByteArrays FixedWidth(int64_t width_bytes);                        ///< kSliceCount values, fewer when they are large.
ByteArrays Distinct(int64_t distinct_count, int64_t value_count);  ///< Random picks of words of 8 to 32 bytes.
ByteArrays SortedUrls();                                           ///< 30 bytes, most of them the neighbour's too.
ByteArrays Mixed();                                                ///< 8 to 24 bytes.

/// Times pieces of work one after another and prints a line of JSON each: row, engine, values, ns a value (least and
/// median) and bytes that came out.
class RowTimer {
 public:
  /// Arguments: words of which a row's name must hold one to be run; none: all rows.
  RowTimer(std::string engine, int argc, char** argv);
  /// `work` does `value_count` values a call and returns the bytes that it made.
  void Time(const std::string& row, int64_t value_count, const std::function<int64_t()>& work) const;
  bool Wants(const std::string& row) const;

 private:
  std::string engine_;
  std::vector<std::string> wanted_;
};

}  // namespace bench
