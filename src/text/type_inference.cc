#include "text/type_inference.h"

#include <algorithm>

#include "text/scalar_parse.h"

namespace taracea::text {
namespace {

using array::Type;
using array::TypeId;

constexpr int kMaxDecimalDigits = 38;
constexpr size_t kShownBytes = 60;

TextKind TextBecause(const char* reason, TextTraits* traits) noexcept {
  traits->reason = reason;
  return TextKind::kText;
}

TextKind ClassifyInteger(std::string_view text, const NumberShape& shape, TextTraits* traits) noexcept {
  traits->negative = text.front() == '-';
  traits->digits = std::max(shape.digits, 1);
  if (traits->negative && shape.digits == 0) {
    // Only a double keeps the sign of -0.
    return TextKind::kFloat;
  }
  text.remove_prefix(traits->negative ? 1 : 0);
  uint64_t magnitude = 0;
  if (shape.digits > 20 || !ParseUint64(text, &magnitude)) {
    return shape.digits > kMaxDecimalDigits ? TextBecause("more than 38 digits", traits) : TextKind::kBigInteger;
  }
  constexpr uint64_t kMaxInt64 = static_cast<uint64_t>(INT64_MAX);
  if (magnitude > kMaxInt64 + (traits->negative ? 1 : 0)) {
    return traits->negative ? TextKind::kBigInteger : TextKind::kUnsigned;
  }
  return ExactAsDouble(magnitude) ? TextKind::kInteger : TextKind::kInexactInteger;
}

TextKind ClassifyNumber(std::string_view text, const NumberShape& shape, TextTraits* traits) noexcept {
  if (!shape.canonical) {
    return TextBecause(text.front() == '+' ? "plus sign" : "leading zero", traits);
  }
  if (!shape.has_point && !shape.has_exponent) {
    return ClassifyInteger(text, shape, traits);
  }
  if (IsBareExponent(shape)) {
    return TextBecause("exponent without point or sign", traits);
  }
  if (shape.digits > kMaxDoubleDigits) {
    return TextBecause("more than 17 digits", traits);
  }
  double value = 0;
  if (!ParseDouble(text, false, &value)) {
    return TextBecause("beyond a double", traits);
  }
  return TextKind::kFloat;
}

TextKind ClassifyTemporal(std::string_view text, TextTraits* traits) noexcept {
  int32_t days = 0;
  if (ParseIsoDate(text, &days)) {
    return TextKind::kDate;
  }
  ParsedMoment moment;
  TextKind kind = TextKind::kText;
  if (text.size() > 10 && ParseIsoTimestamp(text, &moment)) {
    kind = moment.has_zone ? TextKind::kZonedTimestamp : TextKind::kLocalTimestamp;
  } else if (moment = {}; ParseIsoTime(text, &moment)) {
    kind = TextKind::kTime;
  }
  traits->fraction_digits = moment.fraction_digits;
  traits->seconds = moment.seconds;
  return kind;
}

/// Cuts a value for messages, at a character's border.
std::string Shortened(std::string_view text) {
  if (text.size() <= kShownBytes) {
    return std::string(text);
  }
  size_t end = kShownBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;
  }
  return std::string(text.substr(0, end)) + "...";
}

const char* KindName(TextKind kind) noexcept {
  switch (kind) {
    case TextKind::kInteger:
    case TextKind::kInexactInteger: return "integer";
    case TextKind::kUnsigned: return "integer above int64";
    case TextKind::kBigInteger: return "integer beyond 64 bits";
    case TextKind::kFloat: return "decimal number";
    case TextKind::kSpecialFloat: return "NaN or infinity";
    case TextKind::kLowerBool:
    case TextKind::kTitleBool:
    case TextKind::kUpperBool: return "truth value";
    case TextKind::kDate: return "date";
    case TextKind::kTime: return "time";
    case TextKind::kLocalTimestamp: return "local time";
    case TextKind::kZonedTimestamp: return "instant with zone";
    case TextKind::kText: return "text";
  }
  return "";
}

}  // namespace

TextKind ClassifyText(std::string_view text, TextTraits* traits) noexcept {
  const char first = text.empty() ? '\0' : text.front();
  const bool numeric = (first >= '0' && first <= '9') || first == '-' || first == '.' || first == '+';
  if (numeric) {
    NumberShape shape;
    if (ParseNumberShape(text, &shape)) {
      return ClassifyNumber(text, shape, traits);
    }
    if (first != '-' && text.size() >= 8) {
      return ClassifyTemporal(text, traits);
    }
  }
  if (text.size() > 9) {
    return TextKind::kText;
  }
  bool truth = false;
  int spelling = 0;
  if (ParseBool(text, &truth, &spelling)) {
    constexpr TextKind kSpellings[] = {TextKind::kLowerBool, TextKind::kTitleBool, TextKind::kUpperBool,
                                       TextKind::kText};
    return kSpellings[spelling];
  }
  return IsSpecialFloat(text) ? TextKind::kSpecialFloat : TextKind::kText;
}

ColumnInference::ColumnInference(const NullStrings* nulls, const std::vector<DatePattern>* patterns, CsvDialect dialect)
    : nulls_(nulls), patterns_(patterns), dialect_(dialect), pattern_matches_(patterns->size()) {}

void ColumnInference::Observe(const CsvTile& tile, size_t column) {
  if (Seen(TextKind::kText) && patterns_->empty()) {
    return;
  }
  for (size_t row = 0; row < tile.rows; ++row) {
    const Cell& cell = tile.cell(row, column);
    const size_t size = cell.size();
    if (size == 0 && !cell.quoted()) {
      continue;
    }
    const char* text = tile.text.data() + cell.begin;
    // Most cells of most files: another small integer of a column that has one.
    uint64_t ignored = 0;
    if (size - 1 < 15 && Seen(TextKind::kInteger) && *text >= '1' && *text <= '9' && patterns_->empty() &&
        ParseDigits(text, size, &ignored) && !nulls_->Matches({text, size})) {
      max_digits_ = std::max(max_digits_, static_cast<int>(size));
      continue;
    }
    ObserveCell(tile, row, cell);
    if (Seen(TextKind::kText) && patterns_->empty()) {
      return;
    }
  }
}

void ColumnInference::ObserveCell(const CsvTile& tile, size_t row, const Cell& cell) {
  std::string_view text = tile.raw(cell);
  if (cell.escaped()) {
    scratch_.clear();
    AppendUnescaped(text, cell.quoted(), dialect_, &scratch_);
    text = scratch_;
    scratch_.append(kParseSlackBytes, '\0');
    text = std::string_view(scratch_).substr(0, scratch_.size() - kParseSlackBytes);
  }
  if (nulls_->Matches(text)) {
    return;
  }
  ++values_;
  ParsedMoment ignored;
  for (size_t i = 0; i < patterns_->size(); ++i) {
    pattern_matches_[i] += (*patterns_)[i].Parse(text, &ignored) ? 1 : 0;
  }
  TextTraits traits;
  if (text.empty()) {
    traits.reason = "quoted empty text";
  }
  const TextKind kind = ClassifyText(text, &traits);
  NoteTraits(kind, traits, text, tile, row);
  Note(kind, text, tile, row);
}

void ColumnInference::NoteTraits(TextKind kind, const TextTraits& traits, std::string_view text, const CsvTile& tile,
                                 size_t row) {
  if (traits.negative && kind <= TextKind::kBigInteger && first_negative_.row < 0) {
    first_negative_ = {tile.first_row + static_cast<int64_t>(row), tile.LineOf(row), Shortened(text)};
  }
  if (kind == TextKind::kText && !Seen(TextKind::kText)) {
    text_reason_ = traits.reason;
  }
  max_digits_ = std::max(max_digits_, traits.digits);
  max_fraction_digits_ = std::max(max_fraction_digits_, traits.fraction_digits);
  min_seconds_ = std::min(min_seconds_, traits.seconds);
  max_seconds_ = std::max(max_seconds_, traits.seconds);
}

void ColumnInference::Note(TextKind kind, std::string_view text, const CsvTile& tile, size_t row) {
  if (Seen(kind)) {
    return;
  }
  seen_ |= uint32_t{1} << static_cast<int>(kind);
  first_[static_cast<size_t>(kind)] = {tile.first_row + static_cast<int64_t>(row), tile.LineOf(row), Shortened(text)};
}

bool ColumnInference::SeenOnly(std::initializer_list<TextKind> kinds) const noexcept {
  uint32_t allowed = 0;
  for (const TextKind kind : kinds) {
    allowed |= uint32_t{1} << static_cast<int>(kind);
  }
  return (seen_ & ~allowed) == 0;
}

bool ColumnInference::undecided() const noexcept {
  return SeenOnly({TextKind::kSpecialFloat});
}

InferredType ColumnInference::Make(array::Type type, TextKind decisive, std::string reason) const {
  const FirstSeen& first = first_[static_cast<size_t>(decisive)];
  return {std::move(type), {std::move(reason), first.value, first.line}, {}, -1};
}

InferredType ColumnInference::Decide() const {
  using K = TextKind;
  if (seen_ == 0) {
    return {TypeId::kUtf8, {"no values", "", 0}, "", -1};
  }
  for (size_t i = 0; i < pattern_matches_.size(); ++i) {
    if (pattern_matches_[i] == values_) {
      const DatePattern& pattern = (*patterns_)[i];
      const Type type = !pattern.has_date()   ? Type::Time(TimeUnit::kMicro)
                        : !pattern.has_time() ? Type(TypeId::kDate32)
                                              : Type::Timestamp(TimeUnit::kMicro, pattern.has_zone() ? "UTC" : "");
      return {type, {"date format " + pattern.pattern(), "", 0}, "", static_cast<int>(i)};
    }
  }
  if (Seen(K::kText)) {
    return Make(TypeId::kUtf8, K::kText, text_reason_);
  }
  if (SeenOnly({K::kInteger, K::kInexactInteger, K::kUnsigned, K::kBigInteger})) {
    return DecideInteger();
  }
  const bool any_number = Seen(K::kInteger) || Seen(K::kFloat);
  if (any_number && SeenOnly({K::kInteger, K::kFloat, K::kSpecialFloat})) {
    const K decisive = Seen(K::kFloat) ? K::kFloat : K::kSpecialFloat;
    return Make(TypeId::kDouble, decisive, KindName(decisive));
  }
  for (const K spelling : {K::kLowerBool, K::kTitleBool, K::kUpperBool}) {
    if (SeenOnly({spelling})) {
      return Make(TypeId::kBool, spelling, KindName(spelling));
    }
  }
  for (const K kind : {K::kDate, K::kTime, K::kLocalTimestamp, K::kZonedTimestamp}) {
    if (SeenOnly({kind})) {
      return DecideTemporal(kind);
    }
  }
  return DecideMixed();
}

InferredType ColumnInference::DecideInteger() const {
  using K = TextKind;
  if (!Seen(K::kUnsigned) && !Seen(K::kBigInteger)) {
    return Make(TypeId::kInt64, Seen(K::kInteger) ? K::kInteger : K::kInexactInteger, "integer");
  }
  if (!Seen(K::kBigInteger) && first_negative_.row < 0) {
    return Make(TypeId::kUint64, K::kUnsigned, KindName(K::kUnsigned));
  }
  Type type(TypeId::kDecimal128);
  type.precision = max_digits_;
  const K decisive = Seen(K::kBigInteger) ? K::kBigInteger : K::kUnsigned;
  InferredType out = Make(std::move(type), decisive, KindName(decisive));
  if (decisive == K::kUnsigned && first_negative_.row > first_[static_cast<size_t>(decisive)].row) {
    out.evidence = {"negative integer beside one above int64", first_negative_.value, first_negative_.line};
  }
  return out;
}

InferredType ColumnInference::DecideTemporal(TextKind kind) const {
  using K = TextKind;
  if (kind == K::kDate) {
    return Make(TypeId::kDate32, kind, KindName(kind));
  }
  const TimeUnit unit = max_fraction_digits_ > 6 ? TimeUnit::kNano : TimeUnit::kMicro;
  if (kind == K::kTime) {
    return Make(Type::Time(unit), kind, KindName(kind));
  }
  if (unit == TimeUnit::kNano && (max_seconds_ > kNanoRangeSeconds || min_seconds_ < -kNanoRangeSeconds)) {
    return Make(TypeId::kUtf8, kind, "nanoseconds outside of 1677 to 2262");
  }
  return Make(Type::Timestamp(unit, kind == K::kZonedTimestamp ? "UTC" : ""), kind, KindName(kind));
}

InferredType ColumnInference::DecideMixed() const {
  using K = TextKind;
  // The kind that came last is the one that broke the others' type.
  K decisive = K::kText;
  K before = K::kText;
  int64_t last_row = -1;
  for (size_t i = 0; i < kTextKindCount; ++i) {
    if (first_[i].row > last_row) {
      before = decisive;
      decisive = static_cast<K>(i);
      last_row = first_[i].row;
    } else if (first_[i].row >= 0) {
      before = static_cast<K>(i);
    }
  }
  if (SeenOnly({K::kSpecialFloat})) {
    return Make(TypeId::kUtf8, K::kSpecialFloat, "NaN or infinity without any number");
  }
  if (SeenOnly({K::kLowerBool, K::kTitleBool, K::kUpperBool})) {
    return Make(TypeId::kUtf8, decisive, "truth values in several spellings");
  }
  InferredType out = Make(TypeId::kUtf8, decisive, std::string(KindName(decisive)) + " beside " + KindName(before));
  if (SeenOnly({K::kLocalTimestamp, K::kZonedTimestamp})) {
    out.warning = "some times have a zone and some have none, so it stays text";
  } else {
    out.warning = out.evidence.reason + ", so it stays text";
  }
  return out;
}

}  // namespace taracea::text
