#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "array/type.h"
#include "text/csv_tile_reader.h"
#include "text/null_strings.h"
#include "text/temporal_parse.h"

namespace taracea::text {

/// Why a column has its type: the first value that decided it.
struct TypeEvidence {
  std::string reason;  ///< "integer", "leading zero", "no values", "given", ...
  std::string value;   ///< Shortened; empty when no value decided.
  int64_t line = 0;    ///< 1-based; 0: none.
};

struct InferredType {
  array::Type type;
  TypeEvidence evidence;
  std::string warning;  ///< Empty: none. The column's name is not in it.
  int pattern = -1;     ///< The date format that all values have; -1: none.
};

/// What a text looks like, apart from date formats.
enum class TextKind : uint8_t {
  kInteger,         ///< int64, exact as a double
  kInexactInteger,  ///< int64, not exact as a double
  kUnsigned,        ///< above int64, within uint64
  kBigInteger,      ///< at most 38 digits, in neither
  kFloat,           ///< at most 17 digits with a point or a signed exponent
  kSpecialFloat,    ///< NaN, inf
  kLowerBool,
  kTitleBool,
  kUpperBool,
  kDate,
  kTime,
  kLocalTimestamp,
  kZonedTimestamp,
  kText,
};
inline constexpr size_t kTextKindCount = 14;

/// Details that a kind alone does not tell.
struct TextTraits {
  bool negative = false;
  int digits = 0;
  int8_t fraction_digits = 0;
  int64_t seconds = 0;
  const char* reason = "text";  ///< kText: what made it that.
};

/// Says what a value looks like. `text` has kParseSlackBytes readable bytes behind it.
TextKind ClassifyText(std::string_view text, TextTraits* traits) noexcept;

/// Finds the narrowest type that holds every value of one column exactly.
/// State: grows with the number of kinds, not of values. Thread safety: one thread at a time.
class ColumnInference {
 public:
  ColumnInference(const NullStrings* nulls, const std::vector<DatePattern>* patterns, CsvDialect dialect);

  /// Looks at every cell of a column.
  void Observe(const CsvTile& tile, size_t column);
  /// Decides for what was seen.
  InferredType Decide() const;
  /// Whether values yet to come may still turn text into another type.
  bool undecided() const noexcept;

 private:
  struct FirstSeen {
    int64_t row = -1;
    int64_t line = 0;
    std::string value;
  };

  void ObserveCell(const CsvTile& tile, size_t row, const Cell& cell);
  void Note(TextKind kind, std::string_view text, const CsvTile& tile, size_t row);
  void NoteTraits(TextKind kind, const TextTraits& traits, std::string_view text, const CsvTile& tile, size_t row);
  bool Seen(TextKind kind) const noexcept { return (seen_ >> static_cast<int>(kind) & 1) != 0; }
  bool SeenOnly(std::initializer_list<TextKind> kinds) const noexcept;
  InferredType Make(array::Type type, TextKind decisive, std::string reason) const;
  InferredType DecideInteger() const;
  InferredType DecideTemporal(TextKind kind) const;
  InferredType DecideMixed() const;

  const NullStrings* nulls_;
  const std::vector<DatePattern>* patterns_;
  CsvDialect dialect_;
  uint32_t seen_ = 0;
  std::array<FirstSeen, kTextKindCount> first_;
  FirstSeen first_negative_;
  const char* text_reason_ = "text";
  int max_digits_ = 0;
  int8_t max_fraction_digits_ = 0;
  int64_t min_seconds_ = 0;
  int64_t max_seconds_ = 0;
  int64_t values_ = 0;
  std::vector<int64_t> pattern_matches_;
  std::string scratch_;
};

}  // namespace taracea::text
