#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taracea/status.h"
#include "taracea/types.h"

namespace taracea::text {

inline constexpr int64_t kSecondsPerDay = 86400;
inline constexpr int32_t kNanosPerSecond = 1000000000;
/// Seconds on either side of 1970 that a count of nanoseconds in int64 reaches, whatever the decimals.
inline constexpr int64_t kNanoRangeSeconds = 9223372035;

/// Days since 1970-01-01 in the proleptic Gregorian calendar; month 1..12, day 1..31.
int64_t DaysFromCivil(int64_t year, int month, int day) noexcept;
/// Days of a month of that year.
int DaysInMonth(int64_t year, int month) noexcept;

struct CivilDate {
  int64_t year;
  int month;
  int day;
};
CivilDate CivilFromDays(int64_t days) noexcept;

/// A point in time, or a date or time of day alone (seconds since midnight), as it was written.
struct ParsedMoment {
  int64_t seconds = 0;  ///< Since 1970-01-01T00:00:00, the zone taken into account when there is one.
  int32_t nanos = 0;    ///< 0..999999999, added to seconds.
  int8_t fraction_digits = 0;
  bool has_zone = false;
};

// Each parser takes the whole text or refuses it; text needs no slack. ISO 8601 extended forms only:
/// YYYY-MM-DD
bool ParseIsoDate(std::string_view text, int32_t* days) noexcept;
/// HH:MM:SS with up to 9 decimals
bool ParseIsoTime(std::string_view text, ParsedMoment* out) noexcept;
/// A date, T or a space, HH:MM[:SS[.decimals]], optionally Z, +HH, +HHMM or +HH:MM
bool ParseIsoTimestamp(std::string_view text, ParsedMoment* out) noexcept;

/// The moment as a count of `unit`; nothing when it has finer parts or int64 cannot hold it.
std::optional<int64_t> CountUnits(const ParsedMoment& moment, TimeUnit unit) noexcept;
/// Units per second.
int64_t UnitsPerSecond(TimeUnit unit) noexcept;

/// A strptime pattern: %Y %y %m %d %e %H %I %M %S %f %p %b %B %a %A %z %T %F %D %R %%; any other character stands for
/// itself, a space for any number of blanks. Numbers may be shorter than their field.
class DatePattern {
 public:
  /// Errors: kInvalidArgument for an unknown directive or a pattern without a full date or time.
  static Result<DatePattern> Compile(std::string pattern);

  bool Parse(std::string_view text, ParsedMoment* out) const noexcept;
  bool has_date() const noexcept { return has_date_; }
  bool has_time() const noexcept { return has_time_; }
  bool has_zone() const noexcept { return has_zone_; }
  const std::string& pattern() const noexcept { return pattern_; }

 private:
  struct Step {
    char directive;  ///< 0: the literal.
    char literal;
  };
  struct Parts;
  Status AddDirective(char directive);
  static bool ParseStep(Step step, std::string_view* rest, Parts* parts) noexcept;
  static bool ParseWordStep(char directive, std::string_view* rest, Parts* parts) noexcept;

  std::string pattern_;
  std::vector<Step> steps_;
  bool has_date_ = false;
  bool has_time_ = false;
  bool has_zone_ = false;
};

}  // namespace taracea::text
