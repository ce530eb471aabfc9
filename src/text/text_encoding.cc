#include "text/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/bytes.h"
#include "base/try.h"
#include "text/utf8_append.h"

namespace taracea::text {
namespace {

enum class Form : uint8_t { kByMark, kUtf8, kUtf16, kUtf16Little, kUtf16Big, kLatin1 };

Result<Form> FormFromName(const std::string& name) {
  std::string key;
  for (const char c : name) {
    if (c != '-' && c != '_') {
      key.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
  }
  if (key.empty()) {
    return Form::kByMark;
  }
  if (key == "utf8") {
    return Form::kUtf8;
  }
  if (key == "utf16") {
    return Form::kUtf16;
  }
  if (key == "utf16le") {
    return Form::kUtf16Little;
  }
  if (key == "utf16be") {
    return Form::kUtf16Big;
  }
  if (key == "latin1" || key == "iso88591") {
    return Form::kLatin1;
  }
  return Status::InvalidArgument("unknown encoding, expected utf-8, utf-16, utf-16le, utf-16be or latin1: " + name);
}

/// Serves the bytes looked at first, then the rest.
class Rewound {
 public:
  explicit Rewound(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {}

  /// Reads ahead as many bytes as the longest mark has.
  Status Peek() {
    TARACEA_TRY_ASSIGN(peeked_count_, ReadFully(*stream_, peeked_));
    return {};
  }
  bool StartsWith(std::initializer_list<int> mark) const {
    return peeked_count_ >= mark.size() &&
           std::equal(mark.begin(), mark.end(), peeked_.begin(),
                      [](int a, std::byte b) { return static_cast<std::byte>(a) == b; });
  }
  void Skip(size_t count) noexcept { at_ = count; }
  Result<size_t> Read(MutableBytes out) {
    const size_t count = std::min(out.size(), peeked_count_ - at_);
    if (count == 0) {
      return stream_->Read(out);
    }
    CopyBytes(out.data(), peeked_.data() + at_, count);
    at_ += count;
    return count;
  }
  std::string Name() const { return stream_->Name(); }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::array<std::byte, 3> peeked_{};
  size_t peeked_count_ = 0;
  size_t at_ = 0;
};

class PlainStream : public ByteStream {
 public:
  explicit PlainStream(Rewound input) : input_(std::move(input)) {}
  Result<size_t> Read(MutableBytes out) override { return input_.Read(out); }
  std::string Name() const override { return input_.Name(); }

 private:
  Rewound input_;
};

/// Turns Latin-1 or UTF-16 into UTF-8, a block at a time.
class TranscodingStream : public ByteStream {
 public:
  TranscodingStream(Rewound input, Form form, int64_t offset)
      : input_(std::move(input)), form_(form), block_(size_t{64} << 10), offset_(offset) {}

  Result<size_t> Read(MutableBytes out) override {
    while (at_ == text_.size() && !ended_) {
      TARACEA_TRY(DecodeBlock());
    }
    const size_t count = std::min(out.size(), text_.size() - at_);
    CopyBytes(out.data(), reinterpret_cast<const std::byte*>(text_.data()) + at_, count);
    at_ += count;
    return count;
  }
  std::string Name() const override { return input_.Name(); }

 private:
  Status DecodeBlock() {
    text_.clear();
    at_ = 0;
    TARACEA_TRY_ASSIGN(const size_t got, input_.Read(MutableBytes(block_).subspan(carried_)));
    ended_ = got == 0;
    const size_t size = carried_ + got;
    size_t used = size;
    if (form_ == Form::kLatin1) {
      for (size_t i = 0; i < size; ++i) {
        AppendUtf8(static_cast<char32_t>(block_[i]), &text_);
      }
    } else {
      TARACEA_TRY_ASSIGN(used, DecodeUtf16(size));
    }
    carried_ = size - used;
    std::copy(block_.begin() + static_cast<ptrdiff_t>(used), block_.begin() + static_cast<ptrdiff_t>(size),
              block_.begin());
    offset_ += static_cast<int64_t>(used);
    if (ended_ && carried_ != 0) {
      return Broken(0, "the input ends in the middle of a UTF-16 character");
    }
    return {};
  }

  char32_t UnitAt(size_t i) const noexcept {
    const auto first = static_cast<char32_t>(block_[i]);
    const auto second = static_cast<char32_t>(block_[i + 1]);
    return form_ == Form::kUtf16Big ? (first << 8 | second) : (second << 8 | first);
  }

  /// Decodes whole characters of the first `size` bytes; returns the bytes used.
  Result<size_t> DecodeUtf16(size_t size) {
    size_t i = 0;
    while (i + 2 <= size) {
      const char32_t unit = UnitAt(i);
      if (unit < 0xD800 || unit > 0xDFFF) {
        AppendUtf8(unit, &text_);
        i += 2;
        continue;
      }
      if (unit >= 0xDC00) {
        return Broken(i, "a UTF-16 low surrogate stands alone");
      }
      if (i + 4 > size) {
        break;
      }
      const char32_t low = UnitAt(i + 2);
      if (low < 0xDC00 || low > 0xDFFF) {
        return Broken(i, "a UTF-16 high surrogate stands alone");
      }
      AppendUtf8(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), &text_);
      i += 4;
    }
    return i;
  }

  Status Broken(size_t i, const char* what) const {
    const int64_t offset = offset_ + static_cast<int64_t>(i);
    return Status::Corrupt(fmt::format("{} at byte {}", what, offset)).At({.file = input_.Name(), .offset = offset});
  }

  Rewound input_;
  Form form_;
  std::vector<std::byte> block_;
  int64_t offset_;
  size_t carried_ = 0;
  std::string text_;
  size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace

Result<DecodedStream> DecodeText(std::unique_ptr<ByteStream> stream, const std::string& encoding) {
  TARACEA_TRY_ASSIGN(Form form, FormFromName(encoding));
  Rewound input(std::move(stream));
  TARACEA_TRY(input.Peek());
  const bool little_mark = input.StartsWith({0xFF, 0xFE});
  const bool big_mark = input.StartsWith({0xFE, 0xFF});
  int64_t mark_bytes = 0;
  if ((form == Form::kByMark || form == Form::kUtf8) && input.StartsWith({0xEF, 0xBB, 0xBF})) {
    mark_bytes = 3;
  } else if (little_mark && (form == Form::kByMark || form == Form::kUtf16 || form == Form::kUtf16Little)) {
    form = Form::kUtf16Little;
    mark_bytes = 2;
  } else if (big_mark && (form == Form::kByMark || form == Form::kUtf16 || form == Form::kUtf16Big)) {
    form = Form::kUtf16Big;
    mark_bytes = 2;
  }
  input.Skip(static_cast<size_t>(mark_bytes));
  if (form == Form::kByMark || form == Form::kUtf8) {
    return DecodedStream{std::make_unique<PlainStream>(std::move(input)), mark_bytes};
  }
  return DecodedStream{std::make_unique<TranscodingStream>(std::move(input), form, mark_bytes), 0};
}

}  // namespace taracea::text
