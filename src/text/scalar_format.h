#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "taracea/types.h"
#include "text/scalar_parse.h"

namespace taracea::text {

/// Appends an integer in decimal.
void AppendInteger(int64_t value, std::string* out);
void AppendInteger(uint64_t value, std::string* out);
/// Appends the shortest text that reads back as the same number, with a point or an exponent; NaN, inf, -inf.
void AppendFloating(double value, std::string* out);
void AppendFloating(float value, std::string* out);
/// Widens an IEEE 754 half.
float HalfToFloat(uint16_t half) noexcept;
/// Sign-extends `width_bytes` (4, 8, 16 or 32) of a decimal's little-endian bytes.
Limbs256 LoadDecimal(const std::byte* from, size_t width_bytes) noexcept;
/// Appends unscaled * 10^-scale with all its decimals.
void AppendDecimal(const Limbs256& unscaled, int scale, std::string* out);

/// Appends YYYY-MM-DD; years outside of 0..9999 with a sign and at least four digits.
void AppendDate(int64_t days, std::string* out);
/// Appends HH:MM:SS with 3, 6 or 9 decimals where they are not all zero; count is since midnight.
void AppendTimeOfDay(int64_t count, TimeUnit unit, std::string* out);
/// Appends a date, T, a time of day, and Z for instants.
void AppendTimestamp(int64_t count, TimeUnit unit, bool instant, std::string* out);
/// Appends PT[-]seconds[.decimals]S.
void AppendDuration(int64_t count, TimeUnit unit, std::string* out);
/// Appends P[months M][days D][T seconds S]; P0D when all are zero.
void AppendInterval(int32_t months, int32_t days, int64_t nanos, std::string* out);
/// Appends 16 bytes as 8-4-4-4-12 hexadecimal digits.
void AppendUuid(std::string_view bytes, std::string* out);

}  // namespace taracea::text
