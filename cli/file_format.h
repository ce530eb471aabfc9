#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "taracea/status.h"

namespace taracea::cli {

enum class FileFormat : uint8_t { kCsv, kTsv, kJsonLines, kArrowStream, kArrowFile, kParquet };

/// The word of --from and --to for a format; nothing when it is none.
std::optional<FileFormat> FormatFromWord(std::string_view word);
std::string_view FormatWord(FileFormat format) noexcept;
/// By the ending of a name (.csv, .csv.gz, .parquet, ...); nothing when it says nothing.
std::optional<FileFormat> FormatFromName(std::string_view path);
/// What an input is: `word` (of --from) if not empty, else by its name, else by its first bytes.
/// Errors: kInvalidArgument when none of them says, kIo.
Result<FileFormat> FormatOfInput(const std::string& path, std::string_view word);

/// The same for an output, by `word` (of --to) or name. Errors: kInvalidArgument.
Result<FileFormat> FormatOfOutput(const std::string& path, std::string_view word);
/// Whether a format is text: no types, and nothing that harms a terminal.
bool IsText(FileFormat format) noexcept;

inline constexpr std::string_view kStandardStream = "-";

}  // namespace taracea::cli
