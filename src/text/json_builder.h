#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "array/array.h"
#include "base/arena.h"
#include "text/json_tape.h"
#include "text/json_value_parse.h"
#include "text/validity_builder.h"

namespace taracea::text {

/// Types asked for by dotted path; an element of a list is "element", a value of a map is "value".
using RequestedTypes = std::map<std::string, array::Field>;

/// Where a builder stands, and whether the user asked for its type, so that strings are parsed and numbers become text.
struct RequestedPath {
  const RequestedTypes* requests;
  std::string path;
  bool requested = false;

  RequestedPath Child(const std::string& name) const;
};

/// Builds the array of one field, nested to any depth, from parsed records.
/// State: the rows since the last Finish. Thread safety: one thread at a time.
class JsonBuilder {
 public:
  /// Errors: kUnsupported for a type that JSON is not read into.
  static Result<std::unique_ptr<JsonBuilder>> Make(const array::Field& field, const RequestedPath& path);

  /// Appends one value. Errors: kCorrupt with the path and the value (the line is the caller's to add).
  Status Append(const JsonTape& tape, uint32_t node);
  /// Appends nulls until there are `rows` rows.
  Status PadTo(int64_t rows);
  /// Hands the rows over and starts anew.
  Result<std::shared_ptr<const array::Array>> Finish();
  int64_t rows() const noexcept { return rows_; }

  /// Only Make builds.
  class Private {
    friend class JsonBuilder;
    Private() = default;
  };
  explicit JsonBuilder(Private) {}

 private:
  enum class Form : uint8_t { kFixed, kBool, kText, kJson, kBytes, kStruct, kList, kMap };

  Status MakeChildren(const RequestedPath& path);
  Status AppendFixed(const JsonNode& node);
  Status AppendBool(const JsonTape& tape, uint32_t node);
  Status AppendText(const JsonTape& tape, uint32_t node);
  Status AppendStruct(const JsonTape& tape, uint32_t node);
  Status AppendList(const JsonTape& tape, uint32_t node);
  Status AppendMap(const JsonTape& tape, uint32_t node);
  Status AppendBytes(std::string_view bytes);
  Status PushOffset(int64_t end);
  Result<JsonBuilder*> FindChild(std::string_view key);
  Status Mismatch(const JsonTape& tape, uint32_t node) const;

  array::Field field_;
  bool requested_ = false;
  Form form_ = Form::kFixed;
  size_t width_ = 0;
  JsonValueParser parse_ = nullptr;
  int64_t rows_ = 0;
  ValidityBuilder validity_;
  OwnedBuffer values_;   ///< Fixed width; bool: bits.
  OwnedBuffer offsets_;  ///< int32, rows_ + 1 of them once there is a row.
  OwnedBuffer data_;
  std::vector<std::unique_ptr<JsonBuilder>> children_;  ///< Struct: one a field; list: element; map: key, value.
  std::deque<std::string> keys_;
  std::unordered_map<std::string_view, size_t> index_;
  size_t next_child_ = 0;
  std::string scratch_;
};

/// Builds batches of records.
class RecordBuilder {
 public:
  static Result<RecordBuilder> Make(const std::vector<array::Field>& fields, const RequestedTypes& requests);

  /// Appends one record. Errors: as JsonBuilder, and kCorrupt for a key that is no column.
  Status Append(const JsonTape& tape);
  Result<std::vector<std::shared_ptr<const array::Array>>> Finish();
  int64_t rows() const noexcept { return root_->rows(); }

 private:
  explicit RecordBuilder(std::unique_ptr<JsonBuilder> root) : root_(std::move(root)) {}
  std::unique_ptr<JsonBuilder> root_;
};

}  // namespace taracea::text
