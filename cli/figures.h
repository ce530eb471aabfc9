#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace taracea::cli {

/// 1234567 as "1,234,567".
std::string Grouped(int64_t number);
/// A size for the eye: "812 bytes", "31.1 MB".
std::string Bytes(int64_t size_bytes);
/// A share in percent: "16.9 %".
std::string Percent(double part, double whole);
/// A time for the eye: "0.27 s", "3 min 20 s".
std::string Seconds(double seconds);
/// "1 row", "2 rows".
std::string Counted(int64_t count, std::string_view noun);

}  // namespace taracea::cli
