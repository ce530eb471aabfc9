#pragma once

#include <memory>
#include <string_view>

#include "base/arena.h"
#include "text/byte_stream.h"

namespace taracea::text {

/// Cuts a stream into the texts of JSON records: the lines, or the elements of a top-level array. Blank lines count as
/// none.
/// Errors: kCorrupt for invalid UTF-8 (with its offset), for a top-level array that does not end or go on as one,
/// kLimitExceeded for a record that is too long.
class JsonRecordReader {
 public:
  struct Limits {
    size_t chunk_bytes = size_t{1} << 20;
    size_t max_record_bytes = size_t{256} << 20;
  };
  struct Record {
    std::string_view text;  ///< Valid until the next call; kSlackBytes more are readable. Null at the end.
    int64_t line = 0;       ///< 1-based line on which it begins.
  };

  /// `offset_bytes`: where the stream begins in the file, for messages. `partial`: the stream may end inside a record
  /// because it is only the beginning of the input; that record is left out.
  JsonRecordReader(std::unique_ptr<ByteStream> stream, int64_t offset_bytes, bool partial, Limits limits);

  Result<Record> Next();
  std::string Name() const { return stream_->Name(); }

 private:
  enum class Form : uint8_t { kUnknown, kLines, kArray, kEnded };

  std::string_view Unread() const noexcept;
  Status Fill();
  /// Skips blanks and line ends; false at the end of the input.
  Result<bool> SkipBlanks();
  Result<Record> NextLine();
  Result<Record> NextElement();
  /// Steps over the comma between elements; false behind the closing bracket.
  Result<bool> EnterElement();
  Result<Record> Take(size_t size);
  Status Fault(std::string_view what) const;

  std::unique_ptr<ByteStream> stream_;
  Limits limits_;
  bool partial_;
  Form form_ = Form::kUnknown;
  bool first_element_ = true;
  OwnedBuffer buffer_;
  size_t begin_ = 0;
  bool ended_ = false;
  int64_t offset_bytes_;
  int64_t line_ = 1;
};

}  // namespace taracea::text
