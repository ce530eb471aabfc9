// Delimited text of any bytes: types hold for the whole input, whatever the chunks, and batches are valid.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "taracea/io.h"
#include "text/csv_reader.h"
#include "text/text_input.h"

using taracea::Buffer;
using taracea::ConstBytes;
using taracea::CsvReadOptions;
using taracea::array::RecordBatch;

namespace {

void Require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

/// All batches; nothing when the text is refused.
std::optional<std::vector<RecordBatch>> ReadAll(ConstBytes bytes, const CsvReadOptions& options) {
  auto input = taracea::text::MakeSourceInput(MakeMemorySource(Buffer::Unowned(bytes)));
  auto stream = taracea::text::OpenCsv(std::move(input), options);
  if (!stream) {
    return std::nullopt;
  }
  std::vector<RecordBatch> out;
  while (true) {
    auto batch = (*stream)->Next();
    if (!batch) {
      return std::nullopt;
    }
    if (!*batch) {
      return out;
    }
    for (const auto& column : (*batch)->columns) {
      Require(Validate(*column, true).ok());
    }
    out.push_back(**std::move(batch));
  }
}

}  // namespace

/// The first byte chooses options, the rest is the text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  CsvReadOptions options;
  options.escape = (data[0] & 1) != 0 ? std::optional('\\') : std::nullopt;
  options.rename_duplicates = (data[0] & 2) != 0;
  options.header = (data[0] & 4) != 0 ? taracea::HeaderMode::kAbsent : taracea::HeaderMode::kDetect;
  options.date_formats = (data[0] & 8) != 0 ? std::vector<std::string>{"%d/%m/%Y"} : std::vector<std::string>();
  options.batch_rows = 1 + (data[0] >> 4);
  const ConstBytes text(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const auto whole = ReadAll(text, options);
  options.chunk_bytes = 3;
  const auto cut = ReadAll(text, options);
  Require(whole.has_value() == cut.has_value());
  if (!whole) {
    return 0;
  }
  Require(whole->size() == cut->size());
  for (size_t i = 0; i < whole->size(); ++i) {
    for (size_t column = 0; column < (*whole)[i].columns.size(); ++column) {
      Require(ValuesEqual(*(*whole)[i].columns[column], *(*cut)[i].columns[column]));
    }
  }
  return 0;
}
