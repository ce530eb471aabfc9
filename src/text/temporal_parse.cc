#include "text/temporal_parse.h"

#include "base/checked_math.h"
#include "base/try.h"

namespace taracea::text {
namespace {

bool IsDigit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Takes exactly `count` digits.
bool TakeFixed(std::string_view* rest, size_t count, int* out) noexcept {
  if (rest->size() < count) {
    return false;
  }
  int value = 0;
  for (size_t i = 0; i < count; ++i) {
    const char c = (*rest)[i];
    if (!IsDigit(c)) {
      return false;
    }
    value = value * 10 + (c - '0');
  }
  rest->remove_prefix(count);
  *out = value;
  return true;
}

bool TakeChar(std::string_view* rest, char c) noexcept {
  if (rest->empty() || rest->front() != c) {
    return false;
  }
  rest->remove_prefix(1);
  return true;
}

bool TakeIsoDate(std::string_view* rest, int64_t* days) noexcept {
  int year = 0;
  int month = 0;
  int day = 0;
  if (!TakeFixed(rest, 4, &year) || !TakeChar(rest, '-') || !TakeFixed(rest, 2, &month) || !TakeChar(rest, '-') ||
      !TakeFixed(rest, 2, &day) || year < 1 || month < 1 || month > 12 || day < 1 || day > DaysInMonth(year, month)) {
    return false;
  }
  *days = DaysFromCivil(year, month, day);
  return true;
}

/// Takes 1..9 decimals behind a point that was already taken.
bool TakeFraction(std::string_view* rest, ParsedMoment* out) noexcept {
  int32_t nanos = 0;
  int8_t digits = 0;
  while (!rest->empty() && IsDigit(rest->front())) {
    if (digits == 9) {
      return false;
    }
    nanos = nanos * 10 + (rest->front() - '0');
    ++digits;
    rest->remove_prefix(1);
  }
  for (int8_t i = digits; i < 9; ++i) {
    nanos *= 10;
  }
  out->nanos = nanos;
  out->fraction_digits = digits;
  return digits > 0;
}

/// Takes HH:MM[:SS[.decimals]]; 23:59:59.999999999 is the latest.
bool TakeIsoTime(std::string_view* rest, bool seconds_required, ParsedMoment* out) noexcept {
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!TakeFixed(rest, 2, &hour) || !TakeChar(rest, ':') || !TakeFixed(rest, 2, &minute) || hour > 23 || minute > 59) {
    return false;
  }
  if (TakeChar(rest, ':')) {
    if (!TakeFixed(rest, 2, &second) || second > 59) {
      return false;
    }
    if (TakeChar(rest, '.') && !TakeFraction(rest, out)) {
      return false;
    }
  } else if (seconds_required) {
    return false;
  }
  out->seconds += hour * 3600 + minute * 60 + second;
  return true;
}

/// Takes Z, +HH, +HHMM or +HH:MM and moves the moment to UTC.
bool TakeZone(std::string_view* rest, ParsedMoment* out) noexcept {
  out->has_zone = true;
  if (TakeChar(rest, 'Z') || TakeChar(rest, 'z')) {
    return true;
  }
  const bool west = !rest->empty() && rest->front() == '-';
  if (!west && (rest->empty() || rest->front() != '+')) {
    return false;
  }
  rest->remove_prefix(1);
  int hours = 0;
  int minutes = 0;
  if (!TakeFixed(rest, 2, &hours)) {
    return false;
  }
  const bool colon = TakeChar(rest, ':');
  if ((colon || (!rest->empty() && IsDigit(rest->front()))) && !TakeFixed(rest, 2, &minutes)) {
    return false;
  }
  if (hours > 23 || minutes > 59) {
    return false;
  }
  const int offset = hours * 3600 + minutes * 60;
  out->seconds += west ? offset : -offset;
  return true;
}

/// Takes 1..max_count digits.
bool TakeUpTo(std::string_view* rest, size_t max_count, int* out) noexcept {
  size_t count = 0;
  while (count < max_count && count < rest->size() && IsDigit((*rest)[count])) {
    ++count;
  }
  return count > 0 && TakeFixed(rest, count, out);
}

constexpr std::string_view kMonths[] = {"january", "february", "march",     "april",   "may",      "june",
                                        "july",    "august",   "september", "october", "november", "december"};
constexpr std::string_view kWeekdays[] = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
constexpr size_t kShortNameLetters = 3;

bool StartsWithIgnoringCase(std::string_view text, std::string_view lower) noexcept {
  if (text.size() < lower.size()) {
    return false;
  }
  for (size_t i = 0; i < lower.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) {
      return false;
    }
  }
  return true;
}

/// Takes a name in full or its first three letters; returns its place in the list, -1 when none fits.
template <size_t N>
int TakeWord(std::string_view* rest, const std::string_view (&words)[N]) noexcept {
  for (size_t i = 0; i < N; ++i) {
    for (const std::string_view form : {words[i], words[i].substr(0, kShortNameLetters)}) {
      if (StartsWithIgnoringCase(*rest, form)) {
        rest->remove_prefix(form.size());
        return static_cast<int>(i);
      }
    }
  }
  return -1;
}

/// Spells out the directives that stand for others.
std::string ExpandAliases(std::string_view pattern) {
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%' || i + 1 == pattern.size()) {
      out.push_back(pattern[i]);
      continue;
    }
    switch (const char directive = pattern[++i]; directive) {
      case 'T': out += "%H:%M:%S"; break;
      case 'R': out += "%H:%M"; break;
      case 'F': out += "%Y-%m-%d"; break;
      case 'D': out += "%m/%d/%y"; break;
      case 'B':
      case 'h': out += "%b"; break;
      case 'A': out += "%a"; break;
      default: out.append({'%', directive});
    }
  }
  return out;
}

bool IsLeap(int64_t year) noexcept {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

}  // namespace

int DaysInMonth(int64_t year, int month) noexcept {
  if (month == 2) {
    return IsLeap(year) ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

int64_t DaysFromCivil(int64_t year, int month, int day) noexcept {
  // Counts from 1 March of year 0, so that the leap day ends its year.
  const int64_t shifted = month <= 2 ? year - 1 : year;
  const int64_t era = (shifted >= 0 ? shifted : shifted - 399) / 400;
  const int64_t year_of_era = shifted - era * 400;
  const int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

CivilDate CivilFromDays(int64_t days) noexcept {
  const int64_t shifted = days + 719468;
  const int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const int64_t day_of_era = shifted - era * 146097;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_index = (5 * day_of_year + 2) / 153;
  const int month = static_cast<int>(month_index < 10 ? month_index + 3 : month_index - 9);
  const int day = static_cast<int>(day_of_year - (153 * month_index + 2) / 5 + 1);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

bool ParseIsoDate(std::string_view text, int32_t* days) noexcept {
  int64_t wide = 0;
  if (text.size() != 10 || !TakeIsoDate(&text, &wide)) {
    return false;
  }
  *days = static_cast<int32_t>(wide);
  return true;
}

bool ParseIsoTime(std::string_view text, ParsedMoment* out) noexcept {
  return TakeIsoTime(&text, true, out) && text.empty();
}

bool ParseIsoTimestamp(std::string_view text, ParsedMoment* out) noexcept {
  int64_t days = 0;
  if (!TakeIsoDate(&text, &days) || !(TakeChar(&text, 'T') || TakeChar(&text, ' '))) {
    return false;
  }
  out->seconds = days * kSecondsPerDay;
  return TakeIsoTime(&text, false, out) && (text.empty() || (TakeZone(&text, out) && text.empty()));
}

int64_t UnitsPerSecond(TimeUnit unit) noexcept {
  switch (unit) {
    case TimeUnit::kSecond: return 1;
    case TimeUnit::kMilli: return 1000;
    case TimeUnit::kNano: return kNanosPerSecond;
    default: return 1000000;
  }
}

std::optional<int64_t> CountUnits(const ParsedMoment& moment, TimeUnit unit) noexcept {
  const int64_t per_second = UnitsPerSecond(unit);
  const int64_t nanos_per_unit = kNanosPerSecond / per_second;
  if (moment.nanos % nanos_per_unit != 0) {
    return std::nullopt;
  }
  int64_t seconds = moment.seconds;
  int64_t parts = moment.nanos / nanos_per_unit;
  if (seconds < 0 && parts > 0) {
    // Counts down from the second above, so that the smallest representable instants do not overflow on the way.
    seconds += 1;
    parts -= per_second;
  }
  const std::optional<int64_t> whole = CheckedMul(seconds, per_second);
  return whole ? CheckedAdd(*whole, parts) : std::nullopt;
}

struct DatePattern::Parts {
  int year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  bool twelve_hours = false;
  bool afternoon = false;
  ParsedMoment moment;
};

Status DatePattern::AddDirective(char directive) {
  constexpr std::string_view kDate = "Yymdeb";
  constexpr std::string_view kTime = "HIMSfp";
  if (directive == '%') {
    steps_.push_back({0, '%'});
    return {};
  }
  has_date_ = has_date_ || kDate.find(directive) != std::string_view::npos;
  has_time_ = has_time_ || kTime.find(directive) != std::string_view::npos;
  has_zone_ = has_zone_ || directive == 'z';
  if (kDate.find(directive) == std::string_view::npos && kTime.find(directive) == std::string_view::npos &&
      directive != 'z' && directive != 'a') {
    return Status::InvalidArgument(std::string("a date format has an unknown directive %") + directive + ": " +
                                   pattern_);
  }
  steps_.push_back({directive, '\0'});
  return {};
}

Result<DatePattern> DatePattern::Compile(std::string pattern) {
  DatePattern out;
  out.pattern_ = std::move(pattern);
  std::string seen;
  const std::string expanded = ExpandAliases(out.pattern_);
  for (size_t i = 0; i < expanded.size(); ++i) {
    const char c = expanded[i];
    if (c != '%') {
      out.steps_.push_back({0, c});
      continue;
    }
    if (++i == expanded.size()) {
      return Status::InvalidArgument("a date format ends in a single %: " + out.pattern_);
    }
    TARACEA_TRY(out.AddDirective(expanded[i]));
  }
  for (const Step& step : out.steps_) {
    seen.push_back(step.directive);
  }
  const auto has = [&](std::string_view any) { return seen.find_first_of(any) != std::string::npos; };
  const bool date_complete = has("Yy") && has("mb") && has("de");
  const bool time_complete = has("HI") && has("M");
  if ((out.has_date_ && !date_complete) || (out.has_time_ && !time_complete) || (!out.has_date_ && !out.has_time_)) {
    return Status::InvalidArgument("a date format needs year, month and day, or hour and minute, or both: " +
                                   out.pattern_);
  }
  return out;
}

bool DatePattern::ParseWordStep(char directive, std::string_view* rest, Parts* parts) noexcept {
  if (directive == 'b') {
    parts->month = TakeWord(rest, kMonths) + 1;
    return parts->month > 0;
  }
  if (directive == 'a') {
    return TakeWord(rest, kWeekdays) >= 0;
  }
  parts->afternoon = StartsWithIgnoringCase(*rest, "pm");
  if (!parts->afternoon && !StartsWithIgnoringCase(*rest, "am")) {
    return false;
  }
  rest->remove_prefix(2);
  return true;
}

bool DatePattern::ParseStep(Step step, std::string_view* rest, Parts* parts) noexcept {
  switch (step.directive) {
    case 0:
      if (step.literal != ' ') {
        return TakeChar(rest, step.literal);
      }
      while (TakeChar(rest, ' ')) {
      }
      return true;
    case 'Y': return TakeFixed(rest, 4, &parts->year);
    case 'y':
      if (!TakeFixed(rest, 2, &parts->year)) {
        return false;
      }
      parts->year += parts->year < 69 ? 2000 : 1900;
      return true;
    case 'm': return TakeUpTo(rest, 2, &parts->month);
    case 'd':
    case 'e': return TakeUpTo(rest, 2, &parts->day);
    case 'I':
      parts->twelve_hours = true;
      return TakeUpTo(rest, 2, &parts->hour) && parts->hour >= 1 && parts->hour <= 12;
    case 'H': return TakeUpTo(rest, 2, &parts->hour);
    case 'M': return TakeUpTo(rest, 2, &parts->minute);
    case 'S': return TakeUpTo(rest, 2, &parts->second);
    case 'f': return TakeFraction(rest, &parts->moment);
    case 'z': return TakeZone(rest, &parts->moment);
    default: return ParseWordStep(step.directive, rest, parts);
  }
}

bool DatePattern::Parse(std::string_view text, ParsedMoment* out) const noexcept {
  Parts parts;
  for (const Step& step : steps_) {
    if (!ParseStep(step, &text, &parts)) {
      return false;
    }
  }
  if (parts.twelve_hours) {
    parts.hour = parts.hour % 12 + (parts.afternoon ? 12 : 0);
  }
  const bool valid = text.empty() && parts.year >= 1 && parts.month >= 1 && parts.month <= 12 && parts.day >= 1 &&
                     parts.day <= DaysInMonth(parts.year, parts.month) && parts.hour <= 23 && parts.minute <= 59 &&
                     parts.second <= 59;
  if (!valid) {
    return false;
  }
  // A zone directive has already moved `seconds` by its offset.
  parts.moment.seconds += DaysFromCivil(parts.year, parts.month, parts.day) * kSecondsPerDay + parts.hour * 3600 +
                          parts.minute * 60 + parts.second;
  *out = parts.moment;
  return true;
}

}  // namespace taracea::text
