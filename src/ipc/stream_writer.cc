#include "ipc/stream_writer.h"

#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/try.h"
#include "ipc/arrow_file.h"
#include "ipc/message_frame.h"
#include "ipc/schema_message.h"
#include "ipc/wire_schema.h"

namespace taracea::ipc {
namespace {

using array::Array;
using array::Field;
using array::RecordBatch;
using array::TypeId;
using Builder = flatbuffers::FlatBufferBuilder;

constexpr std::byte kZeros[8] = {};

flatbuffers::Offset<wire::RecordBatch> BatchToWire(Builder& builder, const EncodedBatch& batch, BodyCodec codec) {
  std::vector<wire::FieldNode> nodes;
  nodes.reserve(batch.nodes.size());
  for (const EncodedNode& node : batch.nodes) {
    nodes.emplace_back(node.length, node.null_count);
  }
  std::vector<wire::BufferRange> ranges;
  ranges.reserve(batch.ranges.size());
  for (const EncodedRange& range : batch.ranges) {
    ranges.emplace_back(range.offset, range.length);
  }
  const auto node_vector = builder.CreateVectorOfStructs(nodes);
  const auto range_vector = builder.CreateVectorOfStructs(ranges);
  flatbuffers::Offset<wire::BodyCompression> compression;
  if (codec != BodyCodec::kNone) {
    compression = wire::CreateBodyCompression(
        builder, codec == BodyCodec::kZstd ? wire::CompressionType::Zstd : wire::CompressionType::Lz4Frame);
  }
  flatbuffers::Offset<flatbuffers::Vector<int64_t>> variadic;
  if (!batch.variadic_counts.empty()) {
    variadic = builder.CreateVector(batch.variadic_counts);
  }
  return wire::CreateRecordBatch(builder, batch.length, node_vector, range_vector, compression, variadic);
}

bool HoldsDictionary(const array::Type& type) {
  for (size_t i = 0; i < type.child_count(); ++i) {
    if (HoldsDictionary(type.child(i).type)) {
      return true;
    }
  }
  return type.id == TypeId::kDictionary;
}

Status CheckColumns(const RecordBatch& batch, const std::vector<Field>& fields) {
  if (batch.columns.size() != fields.size()) {
    return Status::InvalidArgument("a batch of " + std::to_string(fields.size()) + " columns expected, found " +
                                   std::to_string(batch.columns.size()));
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    const Array& column = *batch.columns[i];
    if (!(column.type == fields[i].type) || column.length != batch.length) {
      return Status::InvalidArgument("column '" + fields[i].name + "': " + std::to_string(batch.length) + " rows of " +
                                     fields[i].type.ToString() + " expected, found " + std::to_string(column.length) +
                                     " of " + column.type.ToString());
    }
  }
  return {};
}

}  // namespace

StreamWriter::StreamWriter(Token, ByteSink& sink, std::shared_ptr<const std::vector<Field>> fields,
                           WriteOptions options)
    : sink_(sink), fields_(std::move(fields)), options_(std::move(options)), ids_(NumberDictionaries(*fields_)) {
  if (options_.arena == nullptr) {
    options_.arena = DefaultArena();
  }
}

Result<std::unique_ptr<StreamWriter>> StreamWriter::Create(ByteSink& sink,
                                                           std::shared_ptr<const std::vector<Field>> fields,
                                                           const array::Metadata& metadata, WriteOptions options) {
  auto writer = std::make_unique<StreamWriter>(Token(), sink, std::move(fields), std::move(options));
  writer->metadata_ = metadata;
  TARACEA_TRY_ASSIGN(const std::vector<std::byte> schema, EncodeSchemaMessage(*writer->fields_, metadata));
  if (writer->options_.container == WriteOptions::Container::kFile) {
    TARACEA_TRY(writer->Emit(ArrowFileMagic(), {}));
  }
  TARACEA_TRY(writer->Emit(schema, {}));
  return writer;
}

Status StreamWriter::Emit(ConstBytes metadata, const std::vector<Buffer>& pieces) {
  std::vector<ConstBytes> parts;
  parts.reserve(1 + 2 * pieces.size());
  parts.push_back(metadata);
  position_ += static_cast<int64_t>(metadata.size());
  for (const Buffer& piece : pieces) {
    if (piece.empty()) {
      continue;
    }
    const size_t padding = (8 - piece.size() % 8) % 8;
    parts.push_back(piece.bytes());
    if (padding != 0) {
      parts.push_back(ConstBytes(kZeros).first(padding));
    }
    position_ += static_cast<int64_t>(piece.size() + padding);
  }
  return sink_.Write(parts);
}

Result<StreamWriter::Block> StreamWriter::EmitBatch(const EncodedBatch& batch, Header header, int64_t dictionary_id) {
  Builder builder;
  const auto data = BatchToWire(builder, batch, options_.codec);
  flatbuffers::Offset<void> union_value = data.Union();
  auto union_type = wire::MessageHeader::RecordBatch;
  if (header != Header::kRecordBatch) {
    union_value = wire::CreateDictionaryBatch(builder, dictionary_id, data, header == Header::kDelta).Union();
    union_type = wire::MessageHeader::DictionaryBatch;
  }
  builder.Finish(wire::CreateMessage(builder, wire::MetadataVersion::V5, union_type, union_value, batch.body_length));
  const std::vector<std::byte> framed = FrameMetadata(BytesOf(builder.GetBufferPointer(), builder.GetSize()));
  const Block block{position_, static_cast<int64_t>(framed.size()), batch.body_length};
  TARACEA_TRY(Emit(framed, batch.pieces));
  return block;
}

Status StreamWriter::SendDictionary(const std::shared_ptr<const Array>& values, int64_t id, bool inner_changed,
                                    bool* changed) {
  std::shared_ptr<const Array>& last = sent_[id];
  if (last == values && !inner_changed) {
    return {};
  }
  std::vector<std::shared_ptr<const Array>> column = {values};
  auto header = Header::kDictionary;
  if (last != nullptr && !HoldsDictionary(values->type) && values->length >= last->length &&
      array::ValuesEqual(values->Slice(0, last->length), *last)) {
    if (values->length == last->length) {
      last = values;
      return {};
    }
    header = Header::kDelta;
    column[0] = std::make_shared<const Array>(values->Slice(last->length, values->length - last->length));
  } else if (last != nullptr && options_.container == WriteOptions::Container::kFile) {
    return Status::Unsupported("an Arrow file cannot replace a dictionary; write a stream, or one dictionary for all");
  }
  TARACEA_TRY_ASSIGN(const EncodedBatch batch,
                     EncodeColumns(column, column[0]->length, options_.codec, options_.arena));
  TARACEA_TRY_ASSIGN(const Block block, EmitBatch(batch, header, id));
  dictionary_blocks_.push_back(block);
  last = values;
  *changed = true;
  return {};
}

/// Sends the dictionaries of an array and of what is below it, inner ones first; whether any was sent.
Result<bool> StreamWriter::SendDictionaries(const Array& array, const DictionaryIds& ids) {
  bool changed = false;
  const Array& holder = array.type.id == TypeId::kDictionary ? *array.dictionary : array;
  for (size_t i = 0; i < holder.children.size(); ++i) {
    TARACEA_TRY_ASSIGN(const bool child_changed, SendDictionaries(*holder.children[i], ids.children[i]));
    changed = changed || child_changed;
  }
  if (array.type.id == TypeId::kDictionary) {
    TARACEA_TRY(SendDictionary(array.dictionary, ids.id, changed, &changed));
  }
  return changed;
}

Status StreamWriter::Write(const RecordBatch& batch) {
  TARACEA_TRY(CheckColumns(batch, *fields_));
  for (size_t i = 0; i < batch.columns.size(); ++i) {
    TARACEA_TRY(SendDictionaries(*batch.columns[i], ids_[i]).status());
  }
  TARACEA_TRY_ASSIGN(const EncodedBatch encoded,
                     EncodeColumns(batch.columns, batch.length, options_.codec, options_.arena));
  TARACEA_TRY_ASSIGN(const Block block, EmitBatch(encoded, Header::kRecordBatch, -1));
  batch_blocks_.push_back(block);
  return {};
}

Status StreamWriter::EmitFooter() {
  const auto to_wire = [](const std::vector<Block>& blocks) {
    std::vector<wire::Block> out;
    out.reserve(blocks.size());
    for (const Block& block : blocks) {
      out.emplace_back(block.offset, static_cast<int32_t>(block.metadata_length), block.body_length);
    }
    return out;
  };
  Builder builder;
  TARACEA_TRY_ASSIGN(const auto schema, SchemaToWire(builder, *fields_, metadata_, ids_));
  const auto dictionaries = builder.CreateVectorOfStructs(to_wire(dictionary_blocks_));
  const auto batches = builder.CreateVectorOfStructs(to_wire(batch_blocks_));
  builder.Finish(wire::CreateFooter(builder, wire::MetadataVersion::V5, schema, dictionaries, batches));
  const auto size = static_cast<int32_t>(builder.GetSize());
  const ConstBytes pieces[] = {BytesOf(builder.GetBufferPointer(), builder.GetSize()), BytesOf(&size, 1),
                               ArrowFileMagic().first(6)};
  return sink_.Write(pieces);
}

Status StreamWriter::Close() {
  TARACEA_TRY(Emit(EndOfStream(), {}));
  return options_.container == WriteOptions::Container::kFile ? EmitFooter() : Status();
}

}  // namespace taracea::ipc
