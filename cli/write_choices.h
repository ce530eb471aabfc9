#pragma once

#include "standard_output.h"
#include "taracea/options.h"
#include "taracea/status.h"

namespace taracea::cli {

class Arguments;

/// What the command line says about writing Parquet. Errors: kInvalidArgument for names that are none.
Result<WriteOptions> WriteOptionsFrom(const Arguments& arguments);
/// kInvalidArgument when an option was given that only a Parquet output has.
Status RefuseParquetOptions(const Arguments& arguments);

/// Standard output as a sink of its own, which may be closed.
class SharedOutput final : public ByteSink {
 public:
  explicit SharedOutput(StandardOutput& out) : out_(out) {}
  Status Write(std::span<const ConstBytes> pieces) override { return out_.Write(pieces); }
  Status Flush() override { return out_.Flush(); }
  Status Close() override { return out_.Flush(); }
  void Abort() noexcept override { out_.Abort(); }
  std::string Name() const override { return out_.Name(); }

 private:
  StandardOutput& out_;
};

/// Counts the bytes on their way to another sink.
class CountingSink final : public ByteSink {
 public:
  explicit CountingSink(ByteSink& out) : out_(out) {}
  Status Write(std::span<const ConstBytes> pieces) override {
    for (const ConstBytes piece : pieces) {
      bytes_ += static_cast<int64_t>(piece.size());
    }
    return out_.Write(pieces);
  }
  Status Flush() override { return out_.Flush(); }
  Status Close() override { return out_.Close(); }
  void Abort() noexcept override { out_.Abort(); }
  std::string Name() const override { return out_.Name(); }
  int64_t bytes() const noexcept { return bytes_; }

 private:
  ByteSink& out_;
  int64_t bytes_ = 0;
};

}  // namespace taracea::cli
