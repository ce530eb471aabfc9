#pragma once

#include <memory>
#include <string>
#include <utility>

#include "text/byte_stream.h"
#include "text/compressed_stream.h"
#include "text/text_input.h"

namespace taracea::text {

/// A stream over a string, for tests.
class StringStream final : public ByteStream {
 public:
  explicit StringStream(std::string text) : text_(std::move(text)) {}
  Result<size_t> Read(MutableBytes out) override {
    const size_t count = text_.copy(reinterpret_cast<char*>(out.data()), out.size(), at_);
    at_ += count;
    return count;
  }
  std::string Name() const override { return "test.txt"; }

 private:
  std::string text_;
  size_t at_ = 0;
};

/// A rereadable input over a string, for tests.
class StringTextInput final : public TextInput {
 public:
  explicit StringTextInput(std::string text) : text_(std::move(text)) {}
  Result<std::unique_ptr<ByteStream>> OpenPreview(bool* whole) override {
    *whole = true;
    return OpenAll();
  }
  Result<std::unique_ptr<ByteStream>> OpenAll() override {
    return DecompressByContent(std::make_unique<StringStream>(text_));
  }
  bool rereadable() const noexcept override { return true; }
  std::string Name() const override { return "test.txt"; }

 private:
  std::string text_;
};

inline std::shared_ptr<TextInput> StringInput(std::string text) {
  return std::make_shared<StringTextInput>(std::move(text));
}

/// An input that passes once, keeping `spool_bytes` of it.
inline std::shared_ptr<TextInput> PipeInput(std::string text, int64_t spool_bytes) {
  SpoolOptions options;
  options.total_bytes = spool_bytes;
  options.memory_bytes = spool_bytes / 2;
  return MakeSpooledInput(std::make_unique<StringStream>(std::move(text)), options);
}

}  // namespace taracea::text
