// JSON lines of any bytes: batches are valid, and what is written of them reads back to the same lines.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "taracea/io.h"
#include "text/json_reader.h"
#include "text/schema_file.h"
#include "text/text_input.h"
#include "text/text_writer.h"

using taracea::Buffer;
using taracea::ConstBytes;
using taracea::JsonReadOptions;
using taracea::MemorySink;

namespace {

void Require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

/// The rows as JSON lines and the schema; nothing when the text is refused.
struct Lines {
  std::string text;
  std::string schema;
};
std::optional<Lines> ReadAll(ConstBytes bytes, const JsonReadOptions& options) {
  auto input = taracea::text::MakeSourceInput(MakeMemorySource(Buffer::Unowned(bytes)));
  auto stream = taracea::text::OpenJson(std::move(input), options);
  if (!stream) {
    return std::nullopt;
  }
  MemorySink sink;
  const auto writer = taracea::text::MakeJsonLinesWriter((*stream)->fields(), {}, &sink);
  while (true) {
    const auto batch = (*stream)->Next();
    if (!batch) {
      return std::nullopt;
    }
    if (!*batch) {
      break;
    }
    for (const auto& column : (*batch)->columns) {
      Require(Validate(*column, true).ok());
    }
    Require(writer->Write(**batch).ok());
  }
  return Lines{std::string(reinterpret_cast<const char*>(sink.bytes().data()), sink.bytes().size()),
               taracea::text::FormatSchemaFile(*(*stream)->fields(), {})};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  JsonReadOptions options;
  options.map_key_threshold = 4;
  options.batch_rows = 3;
  const auto whole = ReadAll({reinterpret_cast<const std::byte*>(data), size}, options);
  options.chunk_bytes = 2;
  const auto cut = ReadAll({reinterpret_cast<const std::byte*>(data), size}, options);
  Require(whole.has_value() == cut.has_value());
  if (!whole) {
    return 0;
  }
  Require(whole->text == cut->text && whole->schema == cut->schema);
  options.schema_text = whole->schema;
  const auto again = ReadAll({reinterpret_cast<const std::byte*>(whole->text.data()), whole->text.size()}, options);
  Require(!again || again->text == whole->text);
  return 0;
}
