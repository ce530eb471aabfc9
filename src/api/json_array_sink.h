#pragma once

#include <string>

#include "base/try.h"
#include "taracea/io.h"

namespace taracea::api {

/// Turns lines of JSON into the elements of one array on their way to another sink. A line end occurs between values
/// only. Thread safety: one thread at a time.
class JsonArraySink final : public ByteSink {
 public:
  explicit JsonArraySink(ByteSink& out) : out_(out) {}

  Status Write(std::span<const ConstBytes> pieces) override {
    text_.clear();
    for (const ConstBytes piece : pieces) {
      for (const char c : AsText(piece)) {
        if (line_ended_ || !begun_) {
          text_ += begun_ ? ",\n" : "[\n";
          begun_ = true;
        }
        line_ended_ = c == '\n';
        if (!line_ended_) {
          text_.push_back(c);
        }
      }
    }
    return Pass();
  }
  Status Flush() override { return out_.Flush(); }
  /// Ends the array; the other sink stays open.
  Status Close() override {
    text_ = begun_ ? "\n]\n" : "[]\n";
    return Pass();
  }
  void Abort() noexcept override {}
  std::string Name() const override { return out_.Name(); }

 private:
  Status Pass() {
    const ConstBytes piece = AsBytes(text_);
    return out_.Write({&piece, 1});
  }

  ByteSink& out_;
  std::string text_;
  bool begun_ = false;
  bool line_ended_ = false;
};

}  // namespace taracea::api
