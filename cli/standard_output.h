#pragma once

#include <string>
#include <string_view>

#include "taracea/io.h"

namespace taracea::cli {

/// Standard output, gathered into larger writes.
/// Errors: kIo; broken() tells a reader that went away from other failures. Thread safety: one thread at a time.
class StandardOutput final : public ByteSink {
 public:
  Status Write(std::span<const ConstBytes> pieces) override;
  Status Flush() override;
  Status Close() override { return Flush(); }
  void Abort() noexcept override { text_.clear(); }
  std::string Name() const override { return "<stdout>"; }

  Status Print(std::string_view text);
  /// Whether nobody reads what is written.
  bool broken() const noexcept { return broken_; }
  bool is_terminal() const noexcept;

 private:
  Status Send(ConstBytes bytes);

  std::string text_;
  Status failure_;
  bool broken_ = false;
};

}  // namespace taracea::cli
