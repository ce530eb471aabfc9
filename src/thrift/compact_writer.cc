#include "thrift/compact_writer.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"

namespace taracea::thrift {

bool CompactWriter::Grow(size_t size_bytes) {
  constexpr size_t kFirstCapacity = 1024;
  if (!status_.ok()) {
    return false;
  }
  // The buffer keeps its first size() bytes when it moves.
  out_->SetSize(size_);
  status_ = out_->Reserve(std::max({size_ + size_bytes, out_->capacity() * 2, kFirstCapacity}));
  return status_.ok();
}

void CompactWriter::WriteDouble(double value) {
  if (Ensure(sizeof(value))) {
    Store(out_->data() + size_, value);
    size_ += sizeof(value);
  }
}

void CompactWriter::WriteBinary(std::string_view bytes) {
  WriteVarint(bytes.size());
  WriteRaw(bytes);
}

void CompactWriter::WriteRaw(std::string_view bytes) {
  if (Ensure(bytes.size())) {
    CopyBytes(out_->data() + size_, AsBytes(bytes).data(), bytes.size());
    size_ += bytes.size();
  }
}

void CompactWriter::WriteFieldHeader(int16_t id, WireType type, int16_t* last_id) {
  const int delta = id - *last_id;
  *last_id = id;
  if (delta > 0 && delta <= kLongestFieldDelta) {
    WriteByte(static_cast<uint8_t>(delta << 4 | static_cast<int>(type)));
    return;
  }
  WriteByte(static_cast<uint8_t>(type));
  WriteInteger(id);
}

void CompactWriter::WriteListHeader(WireType element, size_t count) {
  if (count <= kLongestShortList) {
    WriteByte(static_cast<uint8_t>(count << 4 | static_cast<size_t>(element)));
    return;
  }
  WriteByte(static_cast<uint8_t>(0xF0 | static_cast<int>(element)));
  WriteVarint(count);
}

Status CompactWriter::Finish() {
  out_->SetSize(status_.ok() ? size_ : start_);
  return std::move(status_);
}

}  // namespace taracea::thrift
