#include "figures.h"

#include <fmt/format.h>

#include <cmath>

namespace taracea::cli {

std::string Grouped(int64_t number) {
  std::string digits = std::to_string(number);
  const int first = number < 0 ? 1 : 0;
  for (int at = static_cast<int>(digits.size()) - 3; at > first; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

std::string Bytes(int64_t size_bytes) {
  constexpr std::string_view kUnits[] = {"kB", "MB", "GB", "TB", "PB"};
  if (size_bytes < 1000) {
    return fmt::format("{} bytes", size_bytes);
  }
  double value = static_cast<double>(size_bytes) / 1000;
  size_t unit = 0;
  while (value >= 999.95 && unit + 1 < std::size(kUnits)) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string Percent(double part, double whole) {
  return whole <= 0 ? "-" : fmt::format("{:.1f} %", 100 * part / whole);
}

std::string Seconds(double seconds) {
  if (seconds < 60) {
    return fmt::format("{:.2f} s", seconds);
  }
  const auto whole = int64_t{std::llround(seconds)};
  return whole < 3600 ? fmt::format("{} min {} s", whole / 60, whole % 60)
                      : fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string Counted(int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", Grouped(count), noun, count == 1 ? "" : "s");
}

}  // namespace taracea::cli
