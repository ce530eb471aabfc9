#include "ipc/message_frame.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/try.h"
#include "ipc/arrow_ipc_generated.h"

namespace taracea::ipc {
namespace {

constexpr int32_t kMarker = -1;
constexpr size_t kAlignmentBytes = 8;
// Announced lengths are believed in steps of at most this, or as much again as has arrived.
constexpr size_t kFirstStepBytes = size_t{1} << 20;

Status CutShort(const char* what, size_t expected_bytes, size_t found_bytes) {
  return Status::Corrupt(std::string("Arrow stream ends inside a message: ") + what + " of " +
                         std::to_string(expected_bytes) + " bytes expected, found " + std::to_string(found_bytes));
}

}  // namespace

ReadFunction ReadSequentially(std::shared_ptr<const ByteSource> source, int64_t offset) {
  return [source = std::move(source), at = offset](MutableBytes out) mutable -> Result<size_t> {
    TARACEA_TRY_ASSIGN(const int64_t size_bytes, source->Size());
    const int64_t left_bytes = std::max<int64_t>(0, size_bytes - at);
    const size_t take_bytes = std::min(out.size(), static_cast<size_t>(left_bytes));
    if (take_bytes != 0) {
      TARACEA_TRY(source->ReadAt(at, out.first(take_bytes)));
      at += static_cast<int64_t>(take_bytes);
    }
    return take_bytes;
  };
}

const wire::Message& Message::header() const noexcept {
  return *flatbuffers::GetRoot<wire::Message>(metadata.data());
}

Status VerifyMessage(ConstBytes metadata, const ReadLimits& limits) {
  // Nested fields cost the verifier one level each, their types and metadata three more at the end.
  const auto depth = static_cast<flatbuffers::uoffset_t>(limits.max_schema_depth) + 8;
  // A table takes eight bytes at least, with the offset that leads to it; more only means that tables are shared.
  const auto tables = static_cast<flatbuffers::uoffset_t>(metadata.size() / 8 + 1);
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(metadata.data()), metadata.size(), depth, tables);
  if (metadata.size() >= FLATBUFFERS_MAX_BUFFER_SIZE || !verifier.VerifyBuffer<wire::Message>(nullptr)) {
    return Status::Corrupt("Arrow message: its metadata is not a sound flatbuffer, or nested too deep");
  }
  const auto& message = *flatbuffers::GetRoot<wire::Message>(metadata.data());
  if (message.version() != wire::MetadataVersion::V5 && message.version() != wire::MetadataVersion::V4) {
    return Status::Unsupported("Arrow message of metadata version V" +
                               std::to_string(static_cast<int>(message.version()) + 1) + " (V4 and V5 are read)");
  }
  if (message.body_length() < 0) {
    return Status::Corrupt("Arrow message: negative body length " + std::to_string(message.body_length()));
  }
  if (message.header() == nullptr) {
    return Status::Corrupt("Arrow message without a header");
  }
  return {};
}

Result<std::optional<ConstBytes>> UnframeMetadata(ConstBytes bytes) {
  size_t prefix_bytes = 4;
  if (bytes.size() < prefix_bytes) {
    return CutShort("length", prefix_bytes, bytes.size());
  }
  auto length = Load<int32_t>(bytes.data());
  if (length == kMarker) {
    prefix_bytes = 8;
    if (bytes.size() < prefix_bytes) {
      return CutShort("length", prefix_bytes, bytes.size());
    }
    length = Load<int32_t>(bytes.data() + 4);
  }
  if (length == 0) {
    return std::optional<ConstBytes>();
  }
  if (length < 0 || static_cast<size_t>(length) > bytes.size() - prefix_bytes) {
    return Status::Corrupt("Arrow message: metadata of " + std::to_string(length) + " bytes announced, " +
                           std::to_string(bytes.size() - prefix_bytes) + " are there");
  }
  return std::optional<ConstBytes>(bytes.subspan(prefix_bytes, static_cast<size_t>(length)));
}

std::vector<std::byte> FrameMetadata(ConstBytes flatbuffer) {
  const size_t padded_bytes = (flatbuffer.size() + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
  std::vector<std::byte> out(8 + padded_bytes);
  Store(out.data(), kMarker);
  Store(out.data() + 4, static_cast<int32_t>(padded_bytes));
  CopyBytes(out.data() + 8, flatbuffer.data(), flatbuffer.size());
  return out;
}

ConstBytes EndOfStream() noexcept {
  static constexpr std::byte kBytes[8] = {std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}};
  return kBytes;
}

Result<size_t> MessageReader::ReadUpTo(MutableBytes out) {
  size_t filled = 0;
  while (filled < out.size()) {
    TARACEA_TRY_ASSIGN(const size_t got, read_(out.subspan(filled)));
    if (got == 0) {
      break;
    }
    filled += std::min(got, out.size() - filled);
  }
  return filled;
}

Result<Buffer> MessageReader::ReadBuffer(int64_t size_bytes, const char* what) {
  const auto size = static_cast<size_t>(size_bytes);
  TARACEA_TRY_ASSIGN(OwnedBuffer bytes, arena_->Allocate(std::min(size, kFirstStepBytes)));
  while (bytes.size() < size) {
    const size_t have = bytes.size();
    const size_t step = std::min(size - have, std::max(have, kFirstStepBytes));
    TARACEA_TRY(bytes.Resize(have + step));
    TARACEA_TRY_ASSIGN(const size_t got, ReadUpTo(bytes.mutable_bytes().subspan(have)));
    if (got != step) {
      return CutShort(what, size, have + got);
    }
  }
  return std::move(bytes).Publish();
}

Result<std::optional<int32_t>> MessageReader::ReadMetadataLength() {
  std::byte word[4];
  TARACEA_TRY_ASSIGN(size_t got, ReadUpTo(word));
  if (got == 0) {
    return std::optional<int32_t>();
  }
  if (got == 4 && Load<int32_t>(word) == kMarker) {
    TARACEA_TRY_ASSIGN(got, ReadUpTo(word));
  }
  if (got != 4) {
    return CutShort("length", 4, got);
  }
  const auto length = Load<int32_t>(word);
  return length == 0 ? std::optional<int32_t>() : std::optional<int32_t>(length);
}

Result<std::optional<Message>> MessageReader::Next() {
  TARACEA_TRY_ASSIGN(const std::optional<int32_t> length, ReadMetadataLength());
  if (!length.has_value()) {
    return std::optional<Message>();
  }
  if (*length < 0) {
    return Status::Corrupt("Arrow stream: negative metadata length " + std::to_string(*length));
  }
  if (*length > limits_.max_footer_bytes) {
    return Status::LimitExceeded("Arrow stream: metadata of " + std::to_string(*length) +
                                 " bytes, max_footer_bytes = " + std::to_string(limits_.max_footer_bytes));
  }
  Message message;
  TARACEA_TRY_ASSIGN(message.metadata, ReadBuffer(*length, "metadata"));
  TARACEA_TRY(VerifyMessage(message.metadata.bytes(), limits_));
  TARACEA_TRY_ASSIGN(message.body, ReadBuffer(message.header().body_length(), "body"));
  return std::optional<Message>(std::move(message));
}

}  // namespace taracea::ipc
