#include "command_table.h"

#include <algorithm>
#include <array>

#include "option_sets.h"

namespace taracea::cli {
namespace {

constexpr std::array kConvertExamples = {
    Example{"taracea convert trips.csv trips.parquet", "types are found, and hold for the whole file"},
    Example{"taracea convert trips.csv --infer-only > trips.schema", "see the types; edit; --schema trips.schema"},
    Example{"taracea convert a.csv b.csv -o ab.parquet --prove", "several into one; read back and compare"},
    Example{"taracea convert trips.parquet - --to csv | less", "the other way"},
};
constexpr std::array<Options, 9> kConvertOptions = {kPlaces,    kColumnChoice, kRowChoice, kImport, kParquetOutput,
                                                    kResources, kProgress,     kKeys,      kManners};

constexpr std::array kInfoExamples = {
    Example{"taracea info trips.parquet", "what is in it"},
    Example{"taracea info *.parquet --json", "one object a file a line"},
};
constexpr std::array<Options, 3> kInspectOptions = {kOutput, kKeys, kManners};

constexpr std::array kSchemaExamples = {
    Example{"taracea schema trips.parquet", "as message text"},
    Example{"taracea schema trips.parquet --csv", "one line a column, with its levels"},
};
constexpr std::array kMetaExamples = {
    Example{"taracea meta trips.parquet", "the key-value pairs of the footer"},
    Example{"taracea meta trips.parquet --json", "the whole footer"},
};
constexpr std::array kColumnsExamples = {
    Example{"taracea columns trips.parquet", "largest first; sizes add up to the file's"},
    Example{"taracea columns trips.parquet --json", "one object"},
};

constexpr std::array kPagesExamples = {
    Example{"taracea pages trips.parquet -c fare", "every page of a column"},
    Example{"taracea pages trips.parquet -c fare --row-group 3 --page 17 --values", "what stands in one"},
    Example{"taracea pages trips.parquet -c fare --row-group 3 --page 17 --raw > p", "its bytes"},
};
constexpr std::array<Options, 4> kPagesOptions = {kPageChoice, kOutput, kKeys, kManners};

constexpr std::array kStatsExamples = {
    Example{"taracea stats trips.parquet", "bounds and null counts of each column"},
    Example{"taracea stats trips.parquet -c fare --row-group 0", "of one chunk"},
};
constexpr std::array kStatsChoice = {kPageChoice[0], kPageChoice[1]};
constexpr std::array<Options, 4> kStatsOptions = {kStatsChoice, kOutput, kKeys, kManners};

constexpr std::array kCatExamples = {
    Example{"taracea cat trips.parquet --csv > trips.csv", "all rows"},
    Example{"taracea cat trips.parquet -c fare -c tip --rows 1000:1010", "two columns of ten rows"},
};
constexpr std::array<Options, 7> kCatOptions = {kColumnChoice, kRowChoice, kOutput, kRowText,
                                                kResources,    kKeys,      kManners};

constexpr std::array kHeadExamples = {
    Example{"taracea head trips.parquet", "the first 10 rows"},
    Example{"taracea head trips.parquet -n 3 --vertical", "each value on its line"},
};
constexpr std::array kTailExamples = {
    Example{"taracea tail trips.parquet", "the last 10 rows"},
    Example{"taracea tail trips.parquet -n 3 --jsonl", "as JSON, a line each"},
};
constexpr std::array<Options, 7> kHeadOptions = {kColumnChoice, kFewRows, kOutput, kRowText,
                                                 kResources,    kKeys,    kManners};

constexpr std::array kSampleExamples = {
    Example{"taracea sample trips.parquet -n 5", "5 rows from anywhere"},
    Example{"taracea sample trips.parquet --seed 7", "others; the same each time"},
};
constexpr std::array<Options, 8> kSampleOptions = {kColumnChoice, kFewRows,   kSeed, kOutput,
                                                   kRowText,      kResources, kKeys, kManners};

constexpr std::array kVerifyExamples = {
    Example{"taracea verify trips.parquet", "everything, every value"},
    Example{"taracea verify *.parquet --level checksums -q", "exit code 1 when one is bad"},
};
constexpr std::array<Options, 6> kVerifyOptions = {kVerifyLevel, kOutput, kMemory, kProgress, kKeys, kManners};

constexpr std::array kGenerateExamples = {
    Example{"taracea generate trips.csv --rows 1000000 --seed 1", "always the same rows"},
    Example{"taracea generate every.parquet", "every type, nulls and nesting"},
};
constexpr std::array<Options, 3> kGenerateOptions = {kGenerated, kProgress, kManners};

constexpr std::array kCommands = {
    Command{"convert", "turn CSV, TSV, JSON lines, Arrow and Parquet into one another", "IN OUT | IN... -o OUT", 1,
            kConvertExamples, kConvertOptions, RunConvert},
    Command{"info", "an overview: rows, columns, sizes, codecs, what is odd", "FILE...", 1, kInfoExamples,
            kInspectOptions, RunInfo},
    Command{"schema", "the columns and their types", "FILE...", 1, kSchemaExamples, kInspectOptions, RunSchema},
    Command{"meta", "what the footer says", "FILE...", 1, kMetaExamples, kInspectOptions, RunMeta},
    Command{"columns", "columns by size, with encodings and codecs", "FILE...", 1, kColumnsExamples, kInspectOptions,
            RunColumns},
    Command{"pages", "the pages of a column", "FILE...", 1, kPagesExamples, kPagesOptions, RunPages},
    Command{"stats", "bounds and null counts of columns", "FILE...", 1, kStatsExamples, kStatsOptions, RunStats},
    Command{"cat", "print all rows, or some", "FILE...", 1, kCatExamples, kCatOptions, RunCat},
    Command{"head", "print the first rows", "FILE...", 1, kHeadExamples, kHeadOptions, RunHead},
    Command{"tail", "print the last rows", "FILE...", 1, kTailExamples, kHeadOptions, RunTail},
    Command{"sample", "print rows chosen at random", "FILE...", 1, kSampleExamples, kSampleOptions, RunSample},
    Command{"verify", "check a file against the specification", "FILE...", 1, kVerifyExamples, kVerifyOptions,
            RunVerify},
    Command{"generate", "make a data set to try things with", "FILE", 1, kGenerateExamples, kGenerateOptions,
            RunGenerate},
};

template <typename Matches>
const Option* FindOptionBy(const Command& command, const Matches& matches) {
  for (const Options options : command.options) {
    const auto found = std::find_if(options.begin(), options.end(), matches);
    if (found != options.end()) {
      return &*found;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const Command> Commands() {
  return kCommands;
}

const Command* FindCommand(std::string_view name) {
  const auto* const found =
      std::find_if(kCommands.begin(), kCommands.end(), [&](const Command& c) { return c.name == name; });
  return found == kCommands.end() ? nullptr : found;
}

const Option* FindOption(const Command& command, std::string_view name) {
  return FindOptionBy(command, [&](const Option& option) { return option.name == name; });
}

const Option* FindOption(const Command& command, char letter) {
  return FindOptionBy(command, [&](const Option& option) { return option.letter != 0 && option.letter == letter; });
}

}  // namespace taracea::cli
