#include "ipc/arrow_file.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "ipc/message_batch_stream.h"
#include "ipc/stream_reader.h"
#include "ipc/wire_schema.h"

namespace taracea::ipc {
namespace {

constexpr int64_t kMagicBytes = 6;
constexpr int64_t kHeadBytes = 8;                // Magic and padding.
constexpr int64_t kTailBytes = 4 + kMagicBytes;  // Length of the footer and magic.

struct MessageBlock {
  int64_t offset;
  int64_t metadata_length;
  int64_t body_length;
};

/// Reads a range that was checked to lie in the source.
Result<Buffer> ReadRange(const ByteSource& source, Arena& arena, int64_t offset, int64_t size_bytes) {
  if (std::optional<Buffer> view = source.View(offset, size_bytes);
      view.has_value() && reinterpret_cast<uintptr_t>(view->data()) % 8 == 0) {
    return *std::move(view);
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer bytes, arena.AllocateSized(static_cast<size_t>(size_bytes)));
  TARACEA_TRY(source.ReadAt(offset, bytes.mutable_bytes()));
  return std::move(bytes).Publish();
}

Status VerifyFooter(ConstBytes bytes, const ReadLimits& limits) {
  const auto depth = static_cast<flatbuffers::uoffset_t>(limits.max_schema_depth) + 8;
  const auto tables = static_cast<flatbuffers::uoffset_t>(bytes.size() / 8 + 1);
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), depth, tables);
  if (!verifier.VerifyBuffer<wire::Footer>(nullptr)) {
    return Status::Corrupt("Arrow file: its footer is not a sound flatbuffer, or nested too deep");
  }
  if (flatbuffers::GetRoot<wire::Footer>(bytes.data())->schema() == nullptr) {
    return Status::Corrupt("Arrow file: no schema in its footer");
  }
  return {};
}

Result<Buffer> ReadFooter(const ByteSource& source, int64_t file_size_bytes, const ReadOptions& options) {
  if (file_size_bytes < kHeadBytes + kTailBytes) {
    return Status::Corrupt("Arrow file of " + std::to_string(file_size_bytes) + " bytes: too short");
  }
  std::array<std::byte, kTailBytes> tail;
  TARACEA_TRY(source.ReadAt(file_size_bytes - kTailBytes, tail));
  if (!std::ranges::equal(std::span(tail).subspan(4), ArrowFileMagic().first(kMagicBytes))) {
    return Status::Corrupt("Arrow file does not end with ARROW1: it is cut short");
  }
  const auto footer_bytes = Load<int32_t>(tail.data());
  const int64_t room_bytes = file_size_bytes - kHeadBytes - kTailBytes;
  if (footer_bytes <= 0 || footer_bytes > room_bytes) {
    return Status::Corrupt("Arrow file: a footer of 1 to " + std::to_string(room_bytes) + " bytes expected, found " +
                           std::to_string(footer_bytes));
  }
  if (footer_bytes > options.limits.max_footer_bytes) {
    return Status::LimitExceeded("Arrow file: footer of " + std::to_string(footer_bytes) +
                                 " bytes, max_footer_bytes = " + std::to_string(options.limits.max_footer_bytes));
  }
  TARACEA_TRY_ASSIGN(Buffer footer,
                     ReadRange(source, *options.arena, file_size_bytes - kTailBytes - footer_bytes, footer_bytes));
  TARACEA_TRY(VerifyFooter(footer.bytes(), options.limits));
  return footer;
}

void AppendBlocks(const flatbuffers::Vector<const wire::Block*>* blocks, std::vector<MessageBlock>* out) {
  if (blocks == nullptr) {
    return;
  }
  for (uint32_t i = 0; i < blocks->size(); ++i) {
    const auto block = LoadItem<wire::Block>(*blocks, i);
    out->push_back({block.offset(), block.metadata_length(), block.body_length()});
  }
}

/// Reads the messages of a file in the order of its footer.
class BlockReader {
 public:
  BlockReader(std::shared_ptr<const ByteSource> source, int64_t file_size_bytes, std::vector<MessageBlock> blocks,
              ReadOptions options)
      : source_(std::move(source)),
        file_size_bytes_(file_size_bytes),
        blocks_(std::move(blocks)),
        options_(std::move(options)) {}

  Result<std::optional<Message>> Next() {
    if (at_ == blocks_.size()) {
      return std::optional<Message>();
    }
    Result<Message> message = Read(blocks_[at_]);
    if (!message) {
      return std::move(message).error().At({.offset = blocks_[at_].offset});
    }
    ++at_;
    return std::optional<Message>(*std::move(message));
  }

 private:
  Result<Message> Read(const MessageBlock& block) {
    if (!RangeFits(block.offset, block.metadata_length, file_size_bytes_) ||
        !RangeFits(block.offset + block.metadata_length, block.body_length, file_size_bytes_)) {
      return Status::Corrupt("Arrow file: a message of " + std::to_string(block.metadata_length) + " and " +
                             std::to_string(block.body_length) + " bytes does not lie in the file of " +
                             std::to_string(file_size_bytes_));
    }
    TARACEA_TRY_ASSIGN(const Buffer framed, ReadRange(*source_, *options_.arena, block.offset, block.metadata_length));
    TARACEA_TRY_ASSIGN(const std::optional<ConstBytes> metadata, UnframeMetadata(framed.bytes()));
    if (!metadata.has_value()) {
      return Status::Corrupt("Arrow file: message expected, found the mark of the end");
    }
    Message message;
    message.metadata = Buffer(*metadata, framed.owner());
    if (reinterpret_cast<uintptr_t>(message.metadata.data()) % 8 != 0) {
      message.metadata = Buffer::CopyOf(*metadata);
    }
    TARACEA_TRY(VerifyMessage(message.metadata.bytes(), options_.limits));
    if (message.header().body_length() != block.body_length) {
      return Status::Corrupt("Arrow file: the footer says a body of " + std::to_string(block.body_length) +
                             " bytes, the message " + std::to_string(message.header().body_length()));
    }
    TARACEA_TRY_ASSIGN(message.body,
                       ReadRange(*source_, *options_.arena, block.offset + block.metadata_length, block.body_length));
    return message;
  }

  std::shared_ptr<const ByteSource> source_;
  int64_t file_size_bytes_;
  std::vector<MessageBlock> blocks_;
  ReadOptions options_;
  size_t at_ = 0;
};

}  // namespace

ConstBytes ArrowFileMagic() noexcept {
  static constexpr char kMagic[] = "ARROW1\0";
  return AsBytes(std::string_view(kMagic, sizeof(kMagic)));
}

Result<bool> StartsLikeArrowFile(const ByteSource& source) {
  TARACEA_TRY_ASSIGN(const int64_t size_bytes, source.Size());
  if (size_bytes < kMagicBytes) {
    return false;
  }
  std::array<std::byte, kMagicBytes> head;
  TARACEA_TRY(source.ReadAt(0, head));
  return std::ranges::equal(head, ArrowFileMagic().first(kMagicBytes));
}

Result<std::unique_ptr<array::BatchStream>> OpenFile(std::shared_ptr<const ByteSource> source, ReadOptions options) {
  options = WithArena(std::move(options));
  TARACEA_TRY_ASSIGN(const bool starts_right, StartsLikeArrowFile(*source));
  if (!starts_right) {
    return Status::Corrupt("Arrow file does not start with ARROW1");
  }
  TARACEA_TRY_ASSIGN(const int64_t file_size_bytes, source->Size());
  TARACEA_TRY_ASSIGN(const Buffer footer_bytes, ReadFooter(*source, file_size_bytes, options));
  const auto& footer = *flatbuffers::GetRoot<wire::Footer>(footer_bytes.data());
  TARACEA_TRY_ASSIGN(DecodedSchema schema, FieldsFromWire(*footer.schema(), footer_bytes.size(), options.limits));
  std::vector<MessageBlock> blocks;
  AppendBlocks(footer.dictionaries(), &blocks);
  AppendBlocks(footer.record_batches(), &blocks);
  auto reader = std::make_shared<BlockReader>(std::move(source), file_size_bytes, std::move(blocks), options);
  return MessageBatchStream::Make(
      std::move(schema), [reader = std::move(reader)] { return reader->Next(); }, std::move(options), false);
}

}  // namespace taracea::ipc
