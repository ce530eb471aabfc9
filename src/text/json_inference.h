#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "array/type.h"
#include "taracea/text.h"
#include "text/json_builder.h"
#include "text/json_tape.h"
#include "text/type_inference.h"

namespace taracea::text {

/// What the types of a JSON input are, with the evidence for each column.
struct InferredJson {
  std::vector<array::Field> fields;
  std::vector<TypeEvidence> evidence;  ///< One a column.
  std::vector<std::string> warnings;
};

/// All that was seen at one place of the records.
/// State: grows with the number of distinct keys, up to kMostKeys a place; then the keys are forgotten.
class JsonShape {
 public:
  JsonShape();
  ~JsonShape();
  JsonShape(JsonShape&&) noexcept;
  JsonShape& operator=(JsonShape&&) noexcept;

  /// Looks at one value. Errors: kCorrupt for a key that an object has twice.
  Status Observe(const JsonTape& tape, uint32_t node, int64_t line);

  /// The columns of records. `requested` replaces what was found; paths that no record has are an error.
  Result<InferredJson> DecideRecord(const JsonReadOptions& options, const RequestedTypes& requested) const;

 private:
  class Decider;
  struct FirstSeen {
    int64_t line = 0;
    std::string value;
  };
  enum class Seen : uint8_t { kBool, kNumber, kString, kObject, kArray };
  static constexpr size_t kSeenCount = 5;

  Status ObserveObject(const JsonTape& tape, uint32_t node, int64_t line);
  void ObserveNumber(std::string_view token, int64_t line);
  void Note(Seen kind, const JsonTape& tape, uint32_t node, int64_t line);
  Result<JsonShape*> FindChild(std::string_view key);
  void Merge(const JsonShape& other);
  bool Has(Seen kind) const noexcept { return first_[static_cast<size_t>(kind)].line > 0; }

  FirstSeen first_[kSeenCount];
  uint32_t number_kinds_ = 0;  ///< Bits of TextKind.
  FirstSeen first_number_[kTextKindCount];
  bool negative_ = false;
  int max_digits_ = 0;
  std::deque<std::string> keys_;  ///< In the order of their first appearance.
  std::vector<std::unique_ptr<JsonShape>> children_;
  std::unordered_map<std::string_view, size_t> index_;
  std::unique_ptr<JsonShape> element_;     ///< Of arrays.
  std::unique_ptr<JsonShape> any_member_;  ///< Of objects with too many keys: every value.
  size_t next_child_ = 0;                  ///< Guess of where the next key stands.
  uint64_t object_ = 0;                    ///< Ordinal of the object in hand.
  uint64_t seen_in_object_ = 0;            ///< Of a child: the last object of the parent that had it.
};

}  // namespace taracea::text
