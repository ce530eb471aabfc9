#pragma once

#include <string>

#include "base/bytes.h"
#include "taracea/io.h"

namespace taracea::text {

/// Collects text and hands it to a sink in pieces of about 256 KiB. Owner: the holder; the sink must outlive it.
/// Errors: the sink's.
class TextPieces {
 public:
  explicit TextPieces(ByteSink* sink) noexcept : sink_(sink) {}

  /// What is not written yet: append here.
  std::string& text() noexcept { return text_; }

  /// Writes what there is when it has grown to a piece.
  Status DrainWhenFull() { return text_.size() < kPieceBytes ? Status() : Drain(); }

  /// Writes what there is.
  Status Drain() {
    if (text_.empty()) {
      return {};
    }
    const ConstBytes piece = BytesOf(text_.data(), text_.size());
    Status status = sink_->Write({&piece, 1});
    text_.clear();
    return status;
  }

 private:
  static constexpr size_t kPieceBytes = size_t{256} << 10;

  ByteSink* sink_;
  std::string text_;
};

}  // namespace taracea::text
