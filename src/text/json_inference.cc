#include "text/json_inference.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "text/scalar_parse.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::Field;
using array::Type;
using array::TypeId;

/// Objects with more distinct keys than this keep only what their values have in common.
constexpr size_t kMostKeys = 10000;
constexpr size_t kShownBytes = 60;
constexpr int kMaxDecimalDigits = 38;

/// What a number is; a JSON number is never a code, so that an exponent needs no point.
TextKind ClassifyJsonNumber(std::string_view token, TextTraits* traits) noexcept {
  const TextKind kind = ClassifyText(token, traits);
  NumberShape shape;
  double ignored = 0;
  if (kind == TextKind::kText && ParseNumberShape(token, &shape) && IsBareExponent(shape) &&
      shape.digits <= kMaxDoubleDigits && ParseDouble(token, false, &ignored)) {
    return TextKind::kFloat;
  }
  return kind;
}

const char* const kSeenNames[] = {"truth value", "number", "text", "object", "list"};

std::string JoinPath(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

}  // namespace

JsonShape::JsonShape() = default;
JsonShape::~JsonShape() = default;
JsonShape::JsonShape(JsonShape&&) noexcept = default;
JsonShape& JsonShape::operator=(JsonShape&&) noexcept = default;

void JsonShape::Note(Seen kind, const JsonTape& tape, uint32_t node, int64_t line) {
  FirstSeen& first = first_[static_cast<size_t>(kind)];
  if (first.line != 0) {
    return;
  }
  first.line = line;
  if (kind != Seen::kObject && kind != Seen::kArray) {
    AppendCompactJson(tape, node, &first.value);
    if (first.value.size() > kShownBytes) {
      first.value = first.value.substr(0, kShownBytes) + "...";
    }
  }
}

void JsonShape::ObserveNumber(std::string_view token, int64_t line) {
  TextTraits traits;
  const TextKind kind = ClassifyJsonNumber(token, &traits);
  negative_ = negative_ || traits.negative;
  max_digits_ = std::max(max_digits_, traits.digits);
  const uint32_t bit = uint32_t{1} << static_cast<int>(kind);
  if ((number_kinds_ & bit) == 0) {
    number_kinds_ |= bit;
    first_number_[static_cast<size_t>(kind)] = {line, std::string(token.substr(0, kShownBytes))};
  }
}

Status JsonShape::Observe(const JsonTape& tape, uint32_t node, int64_t line) {
  switch (tape[node].kind) {
    case JsonKind::kNull: return {};
    case JsonKind::kFalse:
    case JsonKind::kTrue: Note(Seen::kBool, tape, node, line); return {};
    case JsonKind::kNumber:
      Note(Seen::kNumber, tape, node, line);
      ObserveNumber(tape[node].text, line);
      return {};
    case JsonKind::kString:
    case JsonKind::kKey: Note(Seen::kString, tape, node, line); return {};
    case JsonKind::kObject: Note(Seen::kObject, tape, node, line); return ObserveObject(tape, node, line);
    case JsonKind::kArray: break;
  }
  Note(Seen::kArray, tape, node, line);
  if (element_ == nullptr) {
    element_ = std::make_unique<JsonShape>();
  }
  for (uint32_t at = node + 1; at < tape[node].next; at = tape[at].next) {
    TARACEA_TRY(element_->Observe(tape, at, line));
  }
  return {};
}

Status JsonShape::ObserveObject(const JsonTape& tape, uint32_t node, int64_t line) {
  ++object_;
  next_child_ = 0;
  for (uint32_t at = node + 1; at < tape[node].next; at = tape[at + 1].next) {
    if (any_member_ != nullptr) {
      TARACEA_TRY(any_member_->Observe(tape, at + 1, line));
      continue;
    }
    TARACEA_TRY_ASSIGN(JsonShape * child, FindChild(tape[at].text));
    if (child->seen_in_object_ == object_) {
      return Status::Corrupt(fmt::format("line {}: an object has a key twice: {}", line, tape[at].text));
    }
    child->seen_in_object_ = object_;
    TARACEA_TRY(child->Observe(tape, at + 1, line));
  }
  if (children_.size() > kMostKeys) {
    any_member_ = std::make_unique<JsonShape>();
    for (const std::unique_ptr<JsonShape>& child : children_) {
      any_member_->Merge(*child);
    }
    index_.clear();
    children_.clear();
    keys_.clear();
  }
  return {};
}

Result<JsonShape*> JsonShape::FindChild(std::string_view key) {
  // Records mostly have the same keys in the same order.
  if (next_child_ < keys_.size() && keys_[next_child_] == key) {
    return children_[next_child_++].get();
  }
  const auto found = index_.find(key);
  if (found != index_.end()) {
    next_child_ = found->second + 1;
    return children_[found->second].get();
  }
  keys_.emplace_back(key);
  children_.push_back(std::make_unique<JsonShape>());
  index_.emplace(keys_.back(), keys_.size() - 1);
  next_child_ = keys_.size();
  return children_.back().get();
}

void JsonShape::Merge(const JsonShape& other) {
  const auto merge_first = [](FirstSeen& mine, const FirstSeen& theirs) {
    if (theirs.line != 0 && (mine.line == 0 || theirs.line < mine.line)) {
      mine = theirs;
    }
  };
  for (size_t i = 0; i < kSeenCount; ++i) {
    merge_first(first_[i], other.first_[i]);
  }
  for (size_t i = 0; i < kTextKindCount; ++i) {
    merge_first(first_number_[i], other.first_number_[i]);
  }
  number_kinds_ |= other.number_kinds_;
  negative_ = negative_ || other.negative_;
  max_digits_ = std::max(max_digits_, other.max_digits_);
  for (size_t i = 0; i < other.keys_.size(); ++i) {
    // Only fails for a broken key, which a parsed one is not.
    if (Result<JsonShape*> child = FindChild(other.keys_[i])) {
      (*child)->Merge(*other.children_[i]);
    }
  }
  for (const auto member : {&JsonShape::element_, &JsonShape::any_member_}) {
    if (other.*member != nullptr) {
      this->*member = this->*member != nullptr ? std::move(this->*member) : std::make_unique<JsonShape>();
      (this->*member)->Merge(*(other.*member));
    }
  }
}

/// Turns shapes into fields.
class JsonShape::Decider {
 public:
  Decider(int map_key_threshold, const RequestedTypes& requested)
      : threshold_(static_cast<size_t>(std::max(map_key_threshold, 1))), requested_(requested) {}

  Field Decide(const JsonShape& shape, const std::string& path, const std::string& name, TypeEvidence* evidence) {
    if (const auto asked = requested_.find(path); asked != requested_.end()) {
      used_.push_back(path);
      *evidence = {"given", "", 0};
      Field field = asked->second;
      field.name = name;
      return field;
    }
    Field field = DecideKind(shape, path, evidence);
    field.name = name;
    return field;
  }

  std::string Unused() const {
    std::string out;
    for (const auto& [path, field] : requested_) {
      if (std::find(used_.begin(), used_.end(), path) == used_.end()) {
        out += (out.empty() ? "" : ", ") + path;
      }
    }
    return out;
  }
  std::vector<std::string>& warnings() noexcept { return warnings_; }

 private:
  /// Whether a place holds values of one kind only, all the way down.
  bool IsOneType(const JsonShape& shape) {
    const size_t before = warnings_.size();
    TypeEvidence ignored;
    const Field field = DecideKind(shape, "", &ignored);
    warnings_.resize(before);
    return !IsJsonText(field);
  }

  Field DecideKind(const JsonShape& shape, const std::string& path, TypeEvidence* evidence) {
    size_t kinds = 0;
    Seen kind = Seen::kString;
    for (size_t i = 0; i < kSeenCount; ++i) {
      if (shape.first_[i].line != 0) {
        ++kinds;
        kind = static_cast<Seen>(i);
      }
    }
    if (kinds == 0) {
      *evidence = {"no values", "", 0};
      return NullableField({}, TypeId::kUtf8);
    }
    if (kinds > 1) {
      return Mixed(shape, path, evidence);
    }
    const FirstSeen& first = shape.first_[static_cast<size_t>(kind)];
    *evidence = {kSeenNames[static_cast<size_t>(kind)], first.value, first.line};
    switch (kind) {
      case Seen::kBool: return NullableField({}, TypeId::kBool);
      case Seen::kNumber: return Number(shape, path, evidence);
      case Seen::kString: return NullableField({}, TypeId::kUtf8);
      case Seen::kObject: return Object(shape, path);
      case Seen::kArray: break;
    }
    TypeEvidence ignored;
    return NullableField({}, Type::List(Decide(*shape.element_, JoinPath(path, "element"), "element", &ignored)));
  }

  Field JsonText(const std::string& path, const TypeEvidence& evidence) {
    warnings_.push_back(
        fmt::format("column {}: {} (line {}), so it becomes JSON text", path, evidence.reason, evidence.line));
    return JsonTextField({});
  }

  Field Mixed(const JsonShape& shape, const std::string& path, TypeEvidence* evidence) {
    // The kind that came last is the one that broke the others' type.
    size_t last = kSeenCount;
    size_t before = kSeenCount;
    for (size_t i = 0; i < kSeenCount; ++i) {
      if (shape.first_[i].line == 0) {
        continue;
      }
      const bool later = last == kSeenCount || shape.first_[i].line > shape.first_[last].line;
      before = later ? last : i;
      last = later ? i : last;
    }
    *evidence = {fmt::format("{} beside {}", kSeenNames[last], kSeenNames[before]), shape.first_[last].value,
                 shape.first_[last].line};
    return JsonText(path, *evidence);
  }

  Field Number(const JsonShape& shape, const std::string& path, TypeEvidence* evidence) {
    const auto has = [&](TextKind kind) { return (shape.number_kinds_ >> static_cast<int>(kind) & 1) != 0; };
    const auto decide = [&](Type type, TextKind kind, const char* reason) {
      const FirstSeen& first = shape.first_number_[static_cast<size_t>(kind)];
      *evidence = {reason, first.value, first.line};
      return NullableField({}, std::move(type));
    };
    using K = TextKind;
    const bool big = has(K::kUnsigned) || has(K::kBigInteger);
    if (has(K::kText)) {
      decide(TypeId::kUtf8, K::kText, "number with more digits than a double or decimal(38) holds");
      return JsonText(path, *evidence);
    }
    if (has(K::kFloat) && (big || has(K::kInexactInteger))) {
      decide(TypeId::kUtf8, big ? has(K::kBigInteger) ? K::kBigInteger : K::kUnsigned : K::kInexactInteger,
             "integer that no double holds beside decimal number");
      return JsonText(path, *evidence);
    }
    if (has(K::kFloat)) {
      return decide(TypeId::kDouble, K::kFloat, "decimal number");
    }
    if (!big) {
      return decide(TypeId::kInt64, has(K::kInteger) ? K::kInteger : K::kInexactInteger, "integer");
    }
    if (!has(K::kBigInteger) && !shape.negative_) {
      return decide(TypeId::kUint64, K::kUnsigned, "integer above int64");
    }
    Type decimal(TypeId::kDecimal128);
    decimal.precision = std::min(shape.max_digits_, kMaxDecimalDigits);
    return decide(std::move(decimal), has(K::kBigInteger) ? K::kBigInteger : K::kUnsigned, "integer beyond 64 bits");
  }

  Field Object(const JsonShape& shape, const std::string& path) {
    const size_t keys = shape.children_.size();
    TypeEvidence found{fmt::format("more than {} distinct keys of different types", kMostKeys), "",
                       shape.first_[static_cast<size_t>(Seen::kObject)].line};
    if (shape.any_member_ != nullptr) {
      return IsOneType(*shape.any_member_) ? MapOf(*shape.any_member_, path) : JsonText(path, found);
    }
    if (keys == 0) {
      found.reason = "objects without any key";
      return JsonText(path, found);
    }
    if (keys > threshold_) {
      JsonShape any;
      for (const std::unique_ptr<JsonShape>& child : shape.children_) {
        any.Merge(*child);
      }
      if (IsOneType(any)) {
        return MapOf(any, path);
      }
    }
    std::vector<Field> fields;
    for (size_t i = 0; i < keys; ++i) {
      TypeEvidence ignored;
      fields.push_back(Decide(*shape.children_[i], JoinPath(path, shape.keys_[i]), shape.keys_[i], &ignored));
    }
    return NullableField({}, Type::Struct(std::move(fields)));
  }

  Field MapOf(const JsonShape& values, const std::string& path) {
    TypeEvidence ignored;
    Field value = Decide(values, JoinPath(path, "value"), "value", &ignored);
    Field key = NullableField("key", TypeId::kUtf8);
    key.nullable = false;
    return NullableField({}, Type::Map(std::move(key), std::move(value)));
  }

  size_t threshold_;
  const RequestedTypes& requested_;
  std::vector<std::string> used_;
  std::vector<std::string> warnings_;
};

Result<InferredJson> JsonShape::DecideRecord(const JsonReadOptions& options, const RequestedTypes& requested) const {
  if (any_member_ != nullptr) {
    return Status::LimitExceeded(
        fmt::format("the records have more than {} distinct keys, and each would become a column", kMostKeys));
  }
  InferredJson out;
  Decider decider(options.map_key_threshold, requested);
  for (size_t i = 0; i < children_.size(); ++i) {
    TypeEvidence evidence;
    out.fields.push_back(decider.Decide(*children_[i], keys_[i], keys_[i], &evidence));
    out.evidence.push_back(std::move(evidence));
  }
  if (out.fields.empty()) {
    return Status::Corrupt("the input holds no record with a key, expected JSON objects");
  }
  const std::string unused = decider.Unused();
  if (!unused.empty()) {
    return Status::InvalidArgument("a type is given for a path that no record has: " + unused);
  }
  out.warnings = std::move(decider.warnings());
  return out;
}

}  // namespace taracea::text
