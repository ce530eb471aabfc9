#include "file_format.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "propagate.h"
#include "taracea/io.h"

namespace taracea::cli {
namespace {

struct Ending {
  std::string_view text;
  FileFormat format;
};

constexpr std::array kEndings = {
    Ending{".csv", FileFormat::kCsv},
    Ending{".tsv", FileFormat::kTsv},
    Ending{".tab", FileFormat::kTsv},
    Ending{".jsonl", FileFormat::kJsonLines},
    Ending{".ndjson", FileFormat::kJsonLines},
    Ending{".json", FileFormat::kJsonLines},
    Ending{".arrows", FileFormat::kArrowStream},
    Ending{".arrow", FileFormat::kArrowFile},
    Ending{".feather", FileFormat::kArrowFile},
    Ending{".ipc", FileFormat::kArrowFile},
    Ending{".parquet", FileFormat::kParquet},
    Ending{".pq", FileFormat::kParquet},
    Ending{".parq", FileFormat::kParquet},
};

constexpr std::array kWords = {
    Ending{"csv", FileFormat::kCsv},           Ending{"tsv", FileFormat::kTsv},
    Ending{"jsonl", FileFormat::kJsonLines},   Ending{"json", FileFormat::kJsonLines},
    Ending{"arrow", FileFormat::kArrowStream}, Ending{"arrow-file", FileFormat::kArrowFile},
    Ending{"parquet", FileFormat::kParquet},
};

std::string Lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// Parquet and Arrow files begin with their names.
Result<std::optional<FileFormat>> FormatFromContent(const std::string& path) {
  CLI_TRY_ASSIGN(const std::shared_ptr<ByteSource> source, OpenFileSource(path));
  CLI_TRY_ASSIGN(const int64_t size_bytes, source->Size());
  std::array<std::byte, 6> start{};
  if (size_bytes < static_cast<int64_t>(start.size())) {
    return std::optional<FileFormat>();
  }
  CLI_TRY(source->ReadAt(0, start));
  const std::string_view text = AsText(start);
  if (text.starts_with("PAR1") || text.starts_with("PARE")) {
    return std::optional(FileFormat::kParquet);
  }
  return text == "ARROW1" ? std::optional(FileFormat::kArrowFile) : std::nullopt;
}

}  // namespace

std::optional<FileFormat> FormatFromWord(std::string_view word) {
  const auto* const found = std::find_if(kWords.begin(), kWords.end(), [&](const Ending& e) { return e.text == word; });
  return found == kWords.end() ? std::nullopt : std::optional(found->format);
}

std::string_view FormatWord(FileFormat format) noexcept {
  return std::find_if(kWords.begin(), kWords.end() - 1, [&](const Ending& e) { return e.format == format; })->text;
}

std::optional<FileFormat> FormatFromName(std::string_view path) {
  std::string name = Lowered(path);
  for (const std::string_view packed : {".gz", ".zst", ".zstd"}) {
    if (name.ends_with(packed)) {
      name.resize(name.size() - packed.size());
    }
  }
  for (const Ending& ending : kEndings) {
    if (name.ends_with(ending.text)) {
      return ending.format;
    }
  }
  return std::nullopt;
}

Result<FileFormat> FormatOfInput(const std::string& path, std::string_view word) {
  if (!word.empty()) {
    return *FormatFromWord(word);
  }
  if (path == kStandardStream) {
    return Status::InvalidArgument("standard input has no name that tells its format; say --from csv (or another)");
  }
  if (const std::optional<FileFormat> format = FormatFromName(path); format) {
    return *format;
  }
  CLI_TRY_ASSIGN(const std::optional<FileFormat> format, FormatFromContent(path));
  if (!format) {
    return Status::InvalidArgument("neither name nor content tells the format; say --from csv (or another)")
        .At({.file = path});
  }
  return *format;
}

Result<FileFormat> FormatOfOutput(const std::string& path, std::string_view word) {
  const std::optional<FileFormat> format = word.empty() ? FormatFromName(path) : FormatFromWord(word);
  if (format) {
    return *format;
  }
  return path == kStandardStream
             ? Status::InvalidArgument("standard output has no name that tells its format; say --to csv (or another)")
             : Status::InvalidArgument("the name does not tell the format; say --to parquet (or another)")
                   .At({.file = path});
}

bool IsText(FileFormat format) noexcept {
  return format == FileFormat::kCsv || format == FileFormat::kTsv || format == FileFormat::kJsonLines;
}

}  // namespace taracea::cli
