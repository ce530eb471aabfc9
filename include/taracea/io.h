#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea {

/// One piece of a vectored read: fill `out` with the bytes from `offset` on.
struct ReadRequest {
  int64_t offset = 0;
  MutableBytes out;
};

/// Where bytes come from. Implement it to read from anything with random access.
/// Thread safety: ReadAt, ReadRanges and View must be callable from several threads at once.
/// Lifetime: held by shared_ptr for as long as a file or a batch may need it.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Size in bytes; constant over the life of the source.
  virtual Result<int64_t> Size() const = 0;
  /// Fills all of `out` from `offset` on, or fails: kIo (with the system's words), kCorrupt when the source ends early.
  virtual Status ReadAt(int64_t offset, MutableBytes out) const = 0;
  /// Serves several requests; sources that can do better than one ReadAt each override it.
  virtual Status ReadRanges(std::span<const ReadRequest> requests) const;
  /// Bytes that already lie in memory (a map, a memory source), without a copy; nothing when there are none.
  virtual std::optional<Buffer> View(int64_t offset, int64_t size_bytes) const;
  /// Name for messages: a path, "<memory>", ...
  virtual std::string Name() const = 0;
};

/// Where bytes go, in order. Implement it to write to anything.
/// Thread safety: one thread at a time. Every method may block.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// Writes all pieces in order, or fails. After a failure nothing more is written by this library.
  virtual Status Write(std::span<const ConstBytes> pieces) = 0;
  /// Hands everything written so far to the system.
  virtual Status Flush() = 0;
  /// Finishes: what was written appears under its final name. Called once, after the last Write.
  virtual Status Close() = 0;
  /// Gives up: nothing appears under the final name. May follow any failure; never fails.
  virtual void Abort() noexcept = 0;
  virtual std::string Name() const = 0;
};

struct FileSourceOptions {
  /// Map the file instead of reading it: zero-copy, but a file that another process shortens kills this one (SIGBUS).
  bool memory_map = false;
};
/// Opens a regular file for reading. kIo with the system's words when it cannot.
Result<std::shared_ptr<ByteSource>> OpenFileSource(const std::string& path, const FileSourceOptions& options = {});
/// Reads from memory without copying it.
std::shared_ptr<ByteSource> MakeMemorySource(Buffer bytes, std::string name = "<memory>");

struct SourceCallbacks {
  std::function<Result<int64_t>()> size;
  std::function<Status(std::span<const ReadRequest>)> read_ranges;
  std::string name = "<callback>";
};
/// Reads through functions of the caller's; both are required.
Result<std::shared_ptr<ByteSource>> MakeCallbackSource(SourceCallbacks callbacks);

struct FileSinkOptions {
  /// Replace a file of that name; otherwise an existing one is kInvalidArgument.
  bool overwrite = false;
  /// fsync file and folder before Close returns.
  bool sync = false;
};
/// Creates a file that appears under `path` only when closed: written under a temporary name in the same folder, then
/// renamed; a symbolic link is followed. "-" is standard output; it, pipes and devices are written to directly, so
/// Abort cannot take back what was written there. After a failure every further call returns the same error.
Result<std::unique_ptr<ByteSink>> CreateFileSink(const std::string& path, const FileSinkOptions& options = {});

/// Collects bytes in memory.
class MemorySink : public ByteSink {
 public:
  Status Write(std::span<const ConstBytes> pieces) override;
  Status Flush() override { return {}; }
  Status Close() override { return {}; }
  void Abort() noexcept override { bytes_.clear(); }
  std::string Name() const override { return "<memory>"; }
  ConstBytes bytes() const noexcept { return bytes_; }
  std::vector<std::byte> Take() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

struct SinkCallbacks {
  std::function<Status(std::span<const ConstBytes>)> write;
  std::function<Status()> flush;  ///< Optional.
  std::function<Status()> close;  ///< Optional.
  std::function<void()> abort;    ///< Optional.
  std::string name = "<callback>";
};
/// Writes through functions of the caller's; `write` is required.
Result<std::unique_ptr<ByteSink>> MakeCallbackSink(SinkCallbacks callbacks);

}  // namespace taracea
