#include "text/json_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/try.h"
#include "text/byte_text.h"
#include "text/scalar_parse.h"
#include "text/type_name.h"

namespace taracea::text {
namespace {

using array::Array;
using array::TypeId;

constexpr size_t kShownBytes = 60;
constexpr int64_t kSmallestRows = 64;

bool IsScalar(JsonKind kind) noexcept {
  return kind == JsonKind::kNumber || kind == JsonKind::kString;
}

}  // namespace

RequestedPath RequestedPath::Child(const std::string& name) const {
  const std::string below = path.empty() ? name : path + "." + name;
  return {requests, below, requested || requests->contains(below)};
}

Result<std::unique_ptr<JsonBuilder>> JsonBuilder::Make(const array::Field& field, const RequestedPath& path) {
  auto out = std::make_unique<JsonBuilder>(Private());
  out->field_ = field;
  out->requested_ = path.requested;
  switch (field.type.id) {
    case TypeId::kBool: out->form_ = Form::kBool; break;
    case TypeId::kUtf8: out->form_ = IsJsonText(field) ? Form::kJson : Form::kText; break;
    case TypeId::kBinary: out->form_ = Form::kBytes; break;
    case TypeId::kStruct: out->form_ = Form::kStruct; break;
    case TypeId::kList: out->form_ = Form::kList; break;
    case TypeId::kMap: out->form_ = Form::kMap; break;
    default:
      out->parse_ = FindJsonValueParser(field.type.id);
      out->width_ = static_cast<size_t>(array::ByteWidth(field.type));
      if (out->parse_ == nullptr) {
        return Status::Unsupported("JSON is not read into this type: " + FormatTypeName(field))
            .At({.column = field.name});
      }
  }
  TARACEA_TRY(out->MakeChildren(path));
  return out;
}

Status JsonBuilder::MakeChildren(const RequestedPath& path) {
  const array::Type& fields = form_ == Form::kMap ? field_.type.child(0).type : field_.type;
  for (size_t i = 0; i < fields.child_count() && array::IsNested(field_.type.id); ++i) {
    TARACEA_TRY_ASSIGN(std::unique_ptr<JsonBuilder> child, Make(fields.child(i), path.Child(fields.child(i).name)));
    children_.push_back(std::move(child));
    keys_.push_back(fields.child(i).name);
    index_.emplace(keys_.back(), i);
  }
  return {};
}

Status JsonBuilder::Mismatch(const JsonTape& tape, uint32_t node) const {
  std::string value;
  AppendCompactJson(tape, node, &value);
  if (value.size() > kShownBytes) {
    value = value.substr(0, kShownBytes) + "...";
  }
  return Status::Corrupt(fmt::format("not {}: {}", FormatTypeName(field_), value)).At({.column = field_.name});
}

Status JsonBuilder::Append(const JsonTape& tape, uint32_t node) {
  if (tape[node].kind == JsonKind::kNull) {
    return PadTo(rows_ + 1);
  }
  TARACEA_TRY(validity_.Extend(rows_ + 1));
  switch (form_) {
    case Form::kFixed:
      if (!IsScalar(tape[node].kind) || (tape[node].kind == JsonKind::kString && !requested_)) {
        return Mismatch(tape, node);
      }
      if (!AppendFixed(tape[node]).ok()) {
        return Mismatch(tape, node);
      }
      break;
    case Form::kBool: TARACEA_TRY(AppendBool(tape, node)); break;
    case Form::kText:
    case Form::kJson:
    case Form::kBytes: TARACEA_TRY(AppendText(tape, node)); break;
    case Form::kStruct: TARACEA_TRY(AppendStruct(tape, node)); break;
    case Form::kList: TARACEA_TRY(AppendList(tape, node)); break;
    case Form::kMap: TARACEA_TRY(AppendMap(tape, node)); break;
  }
  ++rows_;
  return {};
}

Status JsonBuilder::AppendFixed(const JsonNode& node) {
  const auto slots = static_cast<size_t>(std::max(rows_ + 1, kSmallestRows));
  if (values_.size() < slots * width_) {
    TARACEA_TRY(GrowBuffer(&values_, slots * width_));
  }
  const bool fine = parse_(field_.type, requested_, node.text, values_.data() + static_cast<size_t>(rows_) * width_);
  return fine ? Status() : Status::Corrupt("not of the type");
}

Status JsonBuilder::AppendBool(const JsonTape& tape, uint32_t node) {
  const JsonKind kind = tape[node].kind;
  bool truth = kind == JsonKind::kTrue;
  int spelling = 0;
  const bool parsed = requested_ && kind == JsonKind::kString && ParseBool(tape[node].text, &truth, &spelling) &&
                      spelling != kMixedSpelling;
  if (!parsed && kind != JsonKind::kTrue && kind != JsonKind::kFalse) {
    return Mismatch(tape, node);
  }
  TARACEA_TRY(GrowBuffer(&values_, static_cast<size_t>(array::BitmapBytes(rows_ + 1))));
  if (truth) {
    array::SetBit(values_.data(), rows_);
  } else {
    array::ClearBit(values_.data(), rows_);
  }
  return {};
}

Status JsonBuilder::AppendText(const JsonTape& tape, uint32_t node) {
  const JsonNode& value = tape[node];
  scratch_.clear();
  if (form_ == Form::kBytes) {
    const bool hex = FormatTypeName(field_).starts_with("binary(hex)");
    const bool fine = value.kind == JsonKind::kString &&
                      (hex ? DecodeHex(value.text, &scratch_) : DecodeBase64(value.text, &scratch_));
    return fine ? AppendBytes(scratch_) : Mismatch(tape, node);
  }
  if (form_ == Form::kText && value.kind == JsonKind::kString) {
    return AppendBytes(value.text);
  }
  if (form_ == Form::kText && !requested_) {
    return Mismatch(tape, node);
  }
  AppendCompactJson(tape, node, &scratch_);
  return AppendBytes(scratch_);
}

Status JsonBuilder::AppendBytes(std::string_view bytes) {
  TARACEA_TRY(GrowBuffer(&data_, data_.size()));
  TARACEA_TRY(data_.Append(BytesOf(bytes.data(), bytes.size())));
  return PushOffset(static_cast<int64_t>(data_.size()));
}

Status JsonBuilder::PushOffset(int64_t end) {
  if (end > std::numeric_limits<int32_t>::max()) {
    return Status::LimitExceeded(
        "a batch needs more than 2^31 bytes or elements in one column; a smaller batch_bytes helps");
  }
  const size_t had = offsets_.size();
  TARACEA_TRY(GrowBuffer(&offsets_, (static_cast<size_t>(rows_) + 2) * sizeof(int32_t)));
  if (had == 0) {
    offsets_.as<int32_t>()[0] = 0;
  }
  offsets_.as<int32_t>()[rows_ + 1] = static_cast<int32_t>(end);
  return {};
}

Result<JsonBuilder*> JsonBuilder::FindChild(std::string_view key) {
  if (next_child_ < keys_.size() && keys_[next_child_] == key) {
    return children_[next_child_++].get();
  }
  const auto found = index_.find(key);
  if (found == index_.end()) {
    return Status::Corrupt(fmt::format("a key that the schema does not have: {}", QuoteName(key)))
        .At({.column = field_.name});
  }
  next_child_ = found->second + 1;
  return children_[found->second].get();
}

Status JsonBuilder::AppendStruct(const JsonTape& tape, uint32_t node) {
  if (tape[node].kind != JsonKind::kObject) {
    return Mismatch(tape, node);
  }
  next_child_ = 0;
  for (uint32_t at = node + 1; at < tape[node].next; at = tape[at + 1].next) {
    TARACEA_TRY_ASSIGN(JsonBuilder * child, FindChild(tape[at].text));
    if (child->rows() > rows_) {
      return Status::Corrupt(fmt::format("an object has a key twice: {}", tape[at].text)).At({.column = field_.name});
    }
    TARACEA_TRY(child->PadTo(rows_));
    TARACEA_TRY(child->Append(tape, at + 1));
  }
  return {};
}

Status JsonBuilder::AppendList(const JsonTape& tape, uint32_t node) {
  if (tape[node].kind != JsonKind::kArray) {
    return Mismatch(tape, node);
  }
  for (uint32_t at = node + 1; at < tape[node].next; at = tape[at].next) {
    TARACEA_TRY(children_[0]->Append(tape, at));
  }
  return PushOffset(children_[0]->rows());
}

Status JsonBuilder::AppendMap(const JsonTape& tape, uint32_t node) {
  if (tape[node].kind != JsonKind::kObject) {
    return Mismatch(tape, node);
  }
  std::unordered_set<std::string_view> keys;
  for (uint32_t at = node + 1; at < tape[node].next; at = tape[at + 1].next) {
    if (!keys.insert(tape[at].text).second) {
      return Status::Corrupt(fmt::format("an object has a key twice: {}", tape[at].text)).At({.column = field_.name});
    }
    JsonBuilder& key = *children_[0];
    TARACEA_TRY(key.validity_.Extend(key.rows_ + 1));
    TARACEA_TRY(key.AppendBytes(tape[at].text));
    ++key.rows_;
    TARACEA_TRY(children_[1]->Append(tape, at + 1));
  }
  return PushOffset(children_[1]->rows());
}

Status JsonBuilder::PadTo(int64_t rows) {
  if (rows <= rows_) {
    return {};
  }
  const int64_t count = rows - rows_;
  TARACEA_TRY(validity_.Extend(rows));
  validity_.MarkNulls(rows_, count);
  if (form_ == Form::kFixed) {
    const auto wanted = static_cast<size_t>(rows) * width_;
    if (values_.size() < wanted) {
      TARACEA_TRY(GrowBuffer(&values_, wanted));
    }
    std::memset(values_.data() + static_cast<size_t>(rows_) * width_, 0, static_cast<size_t>(count) * width_);
  } else if (form_ == Form::kBool) {
    TARACEA_TRY(GrowBuffer(&values_, static_cast<size_t>(array::BitmapBytes(rows))));
    array::FillBits(values_.data(), rows_, count, false);
  } else if (form_ != Form::kStruct) {
    const int32_t end = offsets_.size() == 0 ? 0 : offsets_.as<int32_t>()[rows_];
    TARACEA_TRY(GrowBuffer(&offsets_, (static_cast<size_t>(rows) + 1) * sizeof(int32_t)));
    std::fill(offsets_.as<int32_t>() + rows_, offsets_.as<int32_t>() + rows + 1, end);
  }
  rows_ = rows;
  return {};
}

Result<std::shared_ptr<const array::Array>> JsonBuilder::Finish() {
  auto out = std::make_shared<Array>();
  out->type = field_.type;
  out->length = rows_;
  std::vector<std::shared_ptr<const Array>> children;
  for (const std::unique_ptr<JsonBuilder>& child : children_) {
    if (form_ == Form::kStruct) {
      TARACEA_TRY(child->PadTo(rows_));
    }
    TARACEA_TRY_ASSIGN(std::shared_ptr<const Array> finished, child->Finish());
    children.push_back(std::move(finished));
  }
  if (form_ == Form::kMap) {
    auto entries = std::make_shared<Array>();
    entries->type = field_.type.child(0).type;
    entries->length = children[0]->length;
    entries->children = std::move(children);
    children = {std::move(entries)};
  }
  out->children = std::move(children);
  validity_.MoveTo(out.get());
  if (form_ == Form::kFixed || form_ == Form::kBool) {
    TARACEA_TRY(GrowBuffer(&values_, form_ == Form::kBool ? static_cast<size_t>(array::BitmapBytes(rows_))
                                                          : static_cast<size_t>(rows_) * width_));
    out->buffers.push_back(std::move(values_).Publish());
  } else if (form_ != Form::kStruct) {
    const bool none = offsets_.size() == 0;
    TARACEA_TRY(GrowBuffer(&offsets_, (static_cast<size_t>(rows_) + 1) * sizeof(int32_t)));
    offsets_.as<int32_t>()[0] = none ? 0 : offsets_.as<int32_t>()[0];
    out->buffers.push_back(std::move(offsets_).Publish());
  }
  if (form_ == Form::kText || form_ == Form::kJson || form_ == Form::kBytes) {
    TARACEA_TRY(GrowBuffer(&data_, data_.size()));
    out->buffers.push_back(std::move(data_).Publish());
  }
  rows_ = 0;
  return std::shared_ptr<const Array>(std::move(out));
}

Result<RecordBuilder> RecordBuilder::Make(const std::vector<array::Field>& fields, const RequestedTypes& requests) {
  array::Field root;
  root.type = array::Type::Struct(fields);
  TARACEA_TRY_ASSIGN(std::unique_ptr<JsonBuilder> builder, JsonBuilder::Make(root, {&requests, "", false}));
  return RecordBuilder(std::move(builder));
}

Status RecordBuilder::Append(const JsonTape& tape) {
  return root_->Append(tape, 0);
}

Result<std::vector<std::shared_ptr<const array::Array>>> RecordBuilder::Finish() {
  TARACEA_TRY_ASSIGN(const std::shared_ptr<const Array> records, root_->Finish());
  return records->children;
}

}  // namespace taracea::text
