#include "ipc/batch_decoder.h"

#include <optional>
#include <string>
#include <utility>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "ipc/body_compression.h"
#include "ipc/wire_schema.h"

namespace taracea::ipc {
namespace {

using array::Array;
using array::Field;
using array::Type;
using array::TypeId;

constexpr size_t kAlignmentBytes = 8;
alignas(64) constexpr std::byte kZeroOffset[8] = {};

Status Malformed(std::string what) {
  return Status::Corrupt("Arrow record batch: " + std::move(what));
}

Result<BodyCodec> CodecOf(const wire::RecordBatch& batch) {
  const wire::BodyCompression* compression = batch.compression();
  if (compression == nullptr) {
    return BodyCodec::kNone;
  }
  if (compression->method() != wire::BodyCompressionMethod::Buffer) {
    return Status::Unsupported("Arrow body compression method " +
                               std::to_string(static_cast<int>(compression->method())));
  }
  switch (compression->codec()) {
    case wire::CompressionType::Lz4Frame: return BodyCodec::kLz4Frame;
    case wire::CompressionType::Zstd: return BodyCodec::kZstd;
  }
  return Status::Unsupported("Arrow body codec " + std::to_string(static_cast<int>(compression->codec())));
}

/// Walks over the nodes and buffers of one message in the order of its fields.
class ColumnDecoder {
 public:
  ColumnDecoder(const wire::RecordBatch& batch, const Buffer& body, BodyCodec codec, const DictionaryMap& dictionaries,
                const ReadOptions& options)
      : batch_(batch), body_(body), codec_(codec), dictionaries_(dictionaries), options_(options) {}

  Result<Array> Decode(const Type& type, const DictionaryIds& ids);
  bool AllNodesUsed() const noexcept { return batch_.nodes() == nullptr || next_node_ == batch_.nodes()->size(); }

 private:
  Status TakeNode(const Type& type, Array* out);
  Result<Buffer> TakeRawBuffer();
  Result<Buffer> TakeBuffer(std::optional<int64_t> count, int64_t unit_bytes);
  Status TakeValidity(Array* out);
  Status TakeOffsets(Array* out, int64_t width_bytes);
  Status TakeBuffers(const Type& type, Array* out);
  Status TakeViews(Array* out);
  Status TakeDictionary(const Type& type, const DictionaryIds& ids, Array* out);

  const wire::RecordBatch& batch_;
  const Buffer& body_;
  const BodyCodec codec_;
  const DictionaryMap& dictionaries_;
  const ReadOptions& options_;
  uint32_t next_node_ = 0;
  uint32_t next_buffer_ = 0;
  uint32_t next_variadic_ = 0;
};

bool HasValidity(TypeId id) {
  return id != TypeId::kNull && id != TypeId::kRunEndEncoded;
}

/// Whether slots of the type can be many without any byte behind them.
bool IsFree(const Type& type) {
  return type.id == TypeId::kNull || type.id == TypeId::kRunEndEncoded || type.id == TypeId::kStruct ||
         type.id == TypeId::kFixedSizeList || (type.id == TypeId::kFixedSizeBinary && type.byte_width == 0);
}

Status ColumnDecoder::TakeNode(const Type& type, Array* out) {
  if (batch_.nodes() == nullptr || next_node_ >= batch_.nodes()->size()) {
    return Malformed("fewer nodes than its schema needs: " + std::to_string(next_node_));
  }
  const auto node = LoadItem<wire::FieldNode>(*batch_.nodes(), next_node_++);
  if (node.length() < 0 || node.null_count() < 0 || node.null_count() > node.length()) {
    return Malformed("length " + std::to_string(node.length()) + " and null count " +
                     std::to_string(node.null_count()) + " do not go together");
  }
  if (IsFree(type) && node.length() > options_.max_slots_without_bytes) {
    return Status::LimitExceeded("Arrow record batch: " + std::to_string(node.length()) + " slots of " +
                                 type.ToString() +
                                 ", max_slots_without_bytes = " + std::to_string(options_.max_slots_without_bytes));
  }
  out->type = type;
  out->length = node.length();
  out->null_count = type.id == TypeId::kNull ? node.length() : node.null_count();
  return {};
}

Result<Buffer> ColumnDecoder::TakeRawBuffer() {
  if (batch_.buffers() == nullptr || next_buffer_ >= batch_.buffers()->size()) {
    return Malformed("fewer buffers than its schema needs: " + std::to_string(next_buffer_));
  }
  const auto range = LoadItem<wire::BufferRange>(*batch_.buffers(), next_buffer_++);
  if (!RangeFits(range.offset(), range.length(), static_cast<int64_t>(body_.size()))) {
    return Malformed("buffer at " + std::to_string(range.offset()) + " of " + std::to_string(range.length()) +
                     " bytes outside of the body of " + std::to_string(body_.size()));
  }
  if (range.length() == 0) {
    return Buffer();
  }
  return body_.Slice(static_cast<size_t>(range.offset()), static_cast<size_t>(range.length()));
}

/// `count` units of `unit_bytes` must be there; no count: any size.
Result<Buffer> ColumnDecoder::TakeBuffer(std::optional<int64_t> count, int64_t unit_bytes) {
  TARACEA_TRY_ASSIGN(Buffer buffer, TakeRawBuffer());
  if (codec_ != BodyCodec::kNone) {
    TARACEA_TRY_ASSIGN(buffer, DecompressBody(codec_, buffer, options_.arena));
  }
  if (count.has_value()) {
    const std::optional<int64_t> needed_bytes = CheckedMul(*count, unit_bytes);
    if (!needed_bytes.has_value() || *needed_bytes > static_cast<int64_t>(buffer.size())) {
      return Malformed("buffer of " + std::to_string(*count) + " times " + std::to_string(unit_bytes) +
                       " bytes expected, found " + std::to_string(buffer.size()) + " bytes");
    }
  }
  if (reinterpret_cast<uintptr_t>(buffer.data()) % kAlignmentBytes == 0) {
    return buffer;
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer aligned, options_.arena->AllocateSized(buffer.size()));
  CopyBytes(aligned.data(), buffer.data(), buffer.size());
  return std::move(aligned).Publish();
}

Status ColumnDecoder::TakeValidity(Array* out) {
  if (out->null_count == 0) {
    return TakeRawBuffer().status();
  }
  TARACEA_TRY_ASSIGN(out->validity, TakeBuffer(array::BitmapBytes(out->length), 1));
  // Readers size memory by the count, so the bitmap's word is taken over the node's.
  out->null_count = -1;
  out->null_count = out->NullCount();
  return {};
}

Status ColumnDecoder::TakeOffsets(Array* out, int64_t width_bytes) {
  if (out->length == 0) {
    TARACEA_TRY_ASSIGN(Buffer offsets, TakeBuffer(std::nullopt, 0));
    if (static_cast<int64_t>(offsets.size()) < width_bytes) {
      offsets = Buffer::Unowned(ConstBytes(kZeroOffset));
    }
    out->buffers.push_back(std::move(offsets));
    return {};
  }
  const std::optional<int64_t> count = CheckedAdd(out->length, int64_t{1});
  if (!count.has_value()) {
    return Malformed("length " + std::to_string(out->length));
  }
  TARACEA_TRY_ASSIGN(Buffer offsets, TakeBuffer(count, width_bytes));
  out->buffers.push_back(std::move(offsets));
  return {};
}

Status ColumnDecoder::TakeViews(Array* out) {
  constexpr int64_t kViewBytes = 16;
  if (batch_.variadic_buffer_counts() == nullptr || next_variadic_ >= batch_.variadic_buffer_counts()->size()) {
    return Malformed("fewer variadic buffer counts than its views need: " + std::to_string(next_variadic_));
  }
  const auto count = LoadItem<int64_t>(*batch_.variadic_buffer_counts(), next_variadic_++);
  const int64_t left = int64_t{batch_.buffers() == nullptr ? 0 : batch_.buffers()->size()} - next_buffer_ - 1;
  if (count < 0 || count > left) {
    return Malformed("data buffers of a view array: 0 to " + std::to_string(left) + " expected, found " +
                     std::to_string(count));
  }
  TARACEA_TRY_ASSIGN(Buffer views, TakeBuffer(out->length, kViewBytes));
  out->buffers.push_back(std::move(views));
  for (int64_t i = 0; i < count; ++i) {
    TARACEA_TRY_ASSIGN(Buffer data, TakeBuffer(std::nullopt, 0));
    out->buffers.push_back(std::move(data));
  }
  return {};
}

Status ColumnDecoder::TakeBuffers(const Type& type, Array* out) {
  if (array::IsView(type.id)) {
    return TakeViews(out);
  }
  if (array::IsBinaryLike(type.id)) {
    TARACEA_TRY(TakeOffsets(out, array::HasOffsets64(type.id) ? 8 : 4));
    TARACEA_TRY_ASSIGN(Buffer data, TakeBuffer(std::nullopt, 0));
    out->buffers.push_back(std::move(data));
    return {};
  }
  switch (type.id) {
    case TypeId::kNull:
    case TypeId::kStruct:
    case TypeId::kFixedSizeList:
    case TypeId::kRunEndEncoded: return {};
    case TypeId::kList:
    case TypeId::kMap: return TakeOffsets(out, 4);
    case TypeId::kLargeList: return TakeOffsets(out, 8);
    case TypeId::kListView:
    case TypeId::kLargeListView:
      for (int i = 0; i < 2; ++i) {
        TARACEA_TRY_ASSIGN(Buffer numbers, TakeBuffer(out->length, type.id == TypeId::kListView ? 4 : 8));
        out->buffers.push_back(std::move(numbers));
      }
      return {};
    case TypeId::kBool: {
      TARACEA_TRY_ASSIGN(Buffer bits, TakeBuffer(array::BitmapBytes(out->length), 1));
      out->buffers.push_back(std::move(bits));
      return {};
    }
    default: {
      const Type& stored = type.id == TypeId::kDictionary ? Type(type.index_type) : type;
      TARACEA_TRY_ASSIGN(Buffer values, TakeBuffer(out->length, array::ByteWidth(stored)));
      out->buffers.push_back(std::move(values));
      return {};
    }
  }
}

Status ColumnDecoder::TakeDictionary(const Type& type, const DictionaryIds& ids, Array* out) {
  const auto found = dictionaries_.find(ids.id);
  if (found != dictionaries_.end()) {
    out->dictionary = found->second;
    return {};
  }
  // A stream may hold back a dictionary until the first value that needs it.
  if (out->NullCount() != out->length) {
    return Malformed("no dictionary with id " + std::to_string(ids.id) + " came before it");
  }
  TARACEA_TRY_ASSIGN(Array none, array::MakeNulls(type.child(0).type, 0));
  out->dictionary = std::make_shared<const Array>(std::move(none));
  return {};
}

Result<Array> ColumnDecoder::Decode(const Type& type, const DictionaryIds& ids) {
  Array out;
  TARACEA_TRY(TakeNode(type, &out));
  if (HasValidity(type.id)) {
    TARACEA_TRY(TakeValidity(&out));
  } else if (type.id == TypeId::kRunEndEncoded) {
    out.null_count = 0;
  }
  TARACEA_TRY(TakeBuffers(type, &out));
  if (type.id == TypeId::kDictionary) {
    TARACEA_TRY(TakeDictionary(type, ids, &out));
    return out;
  }
  for (size_t i = 0; i < type.child_count(); ++i) {
    TARACEA_TRY_ASSIGN(Array child, Decode(type.child(i).type, ids.children[i]));
    out.children.push_back(std::make_shared<const Array>(std::move(child)));
  }
  return out;
}

}  // namespace

Result<ColumnVector> DecodeColumns(const wire::RecordBatch& batch, const Buffer& body, const std::vector<Field>& fields,
                                   const std::vector<DictionaryIds>& ids, const DictionaryMap& dictionaries,
                                   const ReadOptions& options) {
  TARACEA_TRY_ASSIGN(const BodyCodec codec, CodecOf(batch));
  ColumnDecoder decoder(batch, body, codec, dictionaries, options);
  ColumnVector columns;
  columns.reserve(fields.size());
  for (size_t i = 0; i < fields.size(); ++i) {
    const auto place = [&](Status status) { return std::move(status).At({.column = fields[i].name}); };
    Result<Array> column = decoder.Decode(fields[i].type, ids[i]);
    if (!column) {
      return place(std::move(column).error());
    }
    if (Status status = array::Validate(*column, options.validate_values); !status.ok()) {
      return place(Malformed(status.message()));
    }
    if (column->length != batch.length()) {
      return place(Malformed(std::to_string(batch.length()) + " rows expected, found a column of " +
                             std::to_string(column->length)));
    }
    columns.push_back(std::make_shared<const Array>(*std::move(column)));
  }
  if (!decoder.AllNodesUsed()) {
    return Malformed("more nodes than its schema needs");
  }
  return columns;
}

}  // namespace taracea::ipc
