#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "taracea/status.h"

namespace taracea::text {

enum class JsonKind : uint8_t { kNull, kFalse, kTrue, kNumber, kString, kObject, kArray, kKey };

/// One value of a parsed record, or the key in front of a member's value.
struct JsonNode {
  JsonKind kind = JsonKind::kNull;
  uint32_t next = 0;  ///< Index of the node behind this one and all that lies in it.
  /// Number: the token as written. String and key: without escapes, UTF-8. 8 bytes behind it may be read.
  std::string_view text;
};

/// A parsed record: its values in the order of the text; node 0 is the record itself.
using JsonTape = std::vector<JsonNode>;

/// Parses records one after the other.
/// State: the texts of a tape live until the next Parse. Thread safety: one thread at a time.
class JsonParser {
 public:
  explicit JsonParser(int max_depth);
  ~JsonParser();
  JsonParser(JsonParser&&) noexcept;
  JsonParser& operator=(JsonParser&&) noexcept;

  /// Parses one object. `text` has kSlackBytes readable bytes behind it. Errors: kCorrupt with what is wrong (the line
  /// is the caller's to add), kLimitExceeded for depth.
  Status Parse(std::string_view text, JsonTape* tape);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Appends the subtree of a node as compact JSON.
void AppendCompactJson(const JsonTape& tape, uint32_t node, std::string* out);

}  // namespace taracea::text
