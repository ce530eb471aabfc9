#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "text/scalar_parse.h"
#include "text/temporal_parse.h"

namespace taracea::text {

// One small function object for each family of types: `bool operator()(text, T* out)`, false when the text is not of
// the type, or when the value would not stand for the text: 02134 and +1 are no integers, 0.10 no decimal of scale 1, a
// float of twenty digits no float. Texts have kParseSlackBytes readable bytes behind them. Where the type was inferred
// (not `requested`), exactly the texts pass that inference would have given the type to, so that late values are read
// as strictly as early ones.

template <typename T>
struct IntegerParser {
  bool operator()(std::string_view text, T* out) const noexcept {
    ParsedInteger parsed;
    if (!ParseInteger(text, &parsed)) {
      return false;
    }
    const uint64_t largest = static_cast<uint64_t>(std::numeric_limits<T>::max());
    if (parsed.negative) {
      *out = static_cast<T>(-static_cast<int64_t>(parsed.magnitude - 1) - 1);
      return std::numeric_limits<T>::is_signed && parsed.magnitude <= largest + 1;
    }
    *out = static_cast<T>(parsed.magnitude);
    return parsed.magnitude <= largest;
  }
};

template <>
struct IntegerParser<uint64_t> {
  bool operator()(std::string_view text, uint64_t* out) const noexcept { return ParseUint64(text, out); }
};

struct DoubleParser {
  bool requested;

  bool operator()(std::string_view text, double* out) const noexcept {
    return ParseInferredDouble(text, out) || (requested && ParseExponentDouble(text, out));
  }
};

struct FloatParser {
  bool operator()(std::string_view text, float* out) const noexcept { return ParseExactFloat(text, out); }
};

struct Decimal128Parser {
  int precision;
  int scale;
  bool requested;

  bool operator()(std::string_view text, Int128* out) const noexcept {
    return (requested ? IsPlainDecimal(text, scale) : IsPlainInteger(text)) &&
           ParseDecimal128(text, precision, scale, out);
  }
};

struct Decimal256Parser {
  int precision;
  int scale;

  bool operator()(std::string_view text, Limbs256* out) const noexcept {
    return IsPlainDecimal(text, scale) && ParseDecimal256(text, precision, scale, out);
  }
};

/// Tries the column's own date format, or all formats where the user asked for the type.
struct PatternChoice {
  const std::vector<DatePattern>* patterns;
  int own;
  bool requested;

  bool Parse(std::string_view text, ParsedMoment* out, const DatePattern** used) const noexcept {
    for (size_t i = 0; i < patterns->size(); ++i) {
      const bool allowed = own >= 0 ? static_cast<size_t>(own) == i : requested;
      *used = &(*patterns)[i];
      if (allowed && (*used)->Parse(text, out)) {
        return true;
      }
    }
    return false;
  }
};

/// Whether inference would have found no finer unit, and no instant that nanoseconds do not reach.
inline bool UnitIsInferred(const ParsedMoment& moment, TimeUnit unit) noexcept {
  if (unit == TimeUnit::kNano) {
    return moment.seconds <= kNanoRangeSeconds && moment.seconds >= -kNanoRangeSeconds;
  }
  return moment.fraction_digits <= 6;
}

struct DateParser {
  PatternChoice choice;

  bool operator()(std::string_view text, int32_t* out) const noexcept {
    if (choice.own < 0 && ParseIsoDate(text, out)) {
      return true;
    }
    ParsedMoment moment;
    const DatePattern* used = nullptr;
    if (!choice.Parse(text, &moment, &used) || used->has_time()) {
      return false;
    }
    *out = static_cast<int32_t>(moment.seconds / kSecondsPerDay - (moment.seconds % kSecondsPerDay < 0 ? 1 : 0));
    return true;
  }
};

template <typename T>
struct TimeParser {
  PatternChoice choice;
  TimeUnit unit;

  bool operator()(std::string_view text, T* out) const noexcept {
    ParsedMoment moment;
    const DatePattern* used = nullptr;
    const bool iso = choice.own < 0 && ParseIsoTime(text, &moment);
    if (!iso && (moment = {}, !choice.Parse(text, &moment, &used) || used->has_date())) {
      return false;
    }
    const std::optional<int64_t> count = CountUnits(moment, unit);
    *out = static_cast<T>(count.value_or(0));
    return count.has_value() && (choice.requested || UnitIsInferred(moment, unit));
  }
};

struct TimestampParser {
  PatternChoice choice;
  TimeUnit unit;
  bool utc;

  bool operator()(std::string_view text, int64_t* out) const noexcept {
    ParsedMoment moment;
    const bool iso = choice.own < 0 && ParseIsoTimestamp(text, &moment);
    if (!iso && (moment = {}, !ParseOther(text, &moment))) {
      return false;
    }
    // A zone cannot be dropped; a missing one is UTC only where the user said so.
    if (moment.has_zone ? !utc : utc && !choice.requested) {
      return false;
    }
    const std::optional<int64_t> count = CountUnits(moment, unit);
    *out = count.value_or(0);
    return count.has_value() && (choice.requested || UnitIsInferred(moment, unit));
  }

 private:
  bool ParseOther(std::string_view text, ParsedMoment* moment) const noexcept {
    const DatePattern* used = nullptr;
    if (choice.Parse(text, moment, &used)) {
      return used->has_date();
    }
    int32_t days = 0;
    if (!choice.requested || !ParseIsoDate(text, &days)) {
      return false;
    }
    *moment = {};
    moment->seconds = days * kSecondsPerDay;
    return true;
  }
};

}  // namespace taracea::text
