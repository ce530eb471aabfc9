#pragma once

#include <array>

#include "command_table.h"

namespace taracea::cli {

// The options, each written once; commands list the sets that they take.

// Words of options that several commands have.
inline constexpr std::string_view kFormatNames = "csv|tsv|jsonl|arrow|arrow-file|parquet";
inline constexpr std::string_view kWhenWords = "auto|always|never";

inline constexpr std::array kManners = {
    Option{"quiet", 'q', "", ValueKind::kSwitch, false, "say nothing that is neither a result nor an error", ""},
    Option{"color", 0, "WHEN", ValueKind::kChoice, false, "colours: auto, always, never; NO_COLOR is honoured", "auto",
           kWhenWords},
    Option{"help", 'h', "", ValueKind::kSwitch, false, "show this", ""},
};

inline constexpr std::array kProgress = {
    Option{"progress", 0, "WHEN", ValueKind::kChoice, false, "show how far the work is: auto, always, never", "auto",
           kWhenWords},
};

inline constexpr std::array kResources = {
    Option{"threads", 0, "N", ValueKind::kCount, false, "threads to use", "all cores"},
    Option{"memory", 0, "SIZE", ValueKind::kBytes, false, "memory for data, at most: 512M, 4G", "4G"},
};

inline constexpr std::array kMemory = {kResources[1]};

inline constexpr std::array kKeys = {
    Option{"key", 0, "NAME=KEY", ValueKind::kText, true, "hexadecimal or text; NAME: key metadata, a column, footer",
           ""},
    Option{"key-file", 0, "FILE", ValueKind::kText, false, "such keys, a line each; they stay out of process lists",
           ""},
    Option{"aad-prefix", 0, "TEXT", ValueKind::kText, false, "of files that are encrypted with one", "the file's"},
};

inline constexpr std::array kOutput = {
    Option{"format", 0, "WORD", ValueKind::kChoice, false, "json, jsonl, csv, tsv, arrow, table; or --json, --csv, ...",
           "table", "table|json|jsonl|csv|tsv|arrow"},
    Option{"width", 0, "N", ValueKind::kCount, false, "fit tables into N columns; 0: cut nothing", "the terminal's"},
    Option{"vertical", 0, "", ValueKind::kSwitch, false, "one line a value instead of one line a row", ""},
};

inline constexpr std::array kColumnChoice = {
    Option{"column", 'c', "PATH", ValueKind::kText, true, "only this column or group: a, \"a.b\".c", "all"},
};

inline constexpr std::array kRowChoice = {
    Option{"limit", 'n', "N", ValueKind::kCount, false, "rows of each file, at most", "all"},
    Option{"rows", 0, "BEGIN:END", ValueKind::kRows, false, "rows BEGIN up to END, which is left out; from 0", "all"},
};

inline constexpr std::array kFewRows = {
    Option{"limit", 'n', "N", ValueKind::kCount, false, "rows of each file, at most", "10"},
    kRowChoice[1],
};

inline constexpr std::array kSeed = {
    Option{"seed", 0, "N", ValueKind::kCount, false, "another seed, another choice", "0"},
};

inline constexpr std::array kRowText = {
    Option{"null", 0, "TEXT", ValueKind::kText, false, "what stands for null in csv and tsv", "nothing"},
    Option{"big-ints", 0, "HOW", ValueKind::kChoice, false, "all integers in JSON as number, or large ones as string",
           "number", "number|string"},
    Option{"from", 0, "FORMAT", ValueKind::kChoice, false, "what the input is: csv, tsv, jsonl, arrow, parquet",
           "by its name", kFormatNames},
};

inline constexpr std::array kPlaces = {
    Option{"output", 'o', "FILE", ValueKind::kText, false, "write here; all operands are inputs then", ""},
    Option{"force", 'f', "", ValueKind::kSwitch, false, "replace a file that exists", ""},
    Option{"from", 0, "FORMAT", ValueKind::kChoice, false, "what the input is: csv, tsv, jsonl, arrow, parquet",
           "by its name", kFormatNames},
    Option{"to", 0, "FORMAT", ValueKind::kChoice, false, "what the output is: the same, or arrow-file", "by its name",
           kFormatNames},
};

inline constexpr std::array kImport = {
    Option{"null", 0, "TEXT", ValueKind::kText, true, "means null in text", "NA NULL null N/A in typed columns"},
    Option{"type", 0, "COLUMN=TYPE", ValueKind::kText, true, "int32, decimal(12,2), utf8, timestamp(us), ...", ""},
    Option{"date-format", 0, "PATTERN", ValueKind::kText, true, "such as %d/%m/%Y %H:%M", "ISO 8601"},
    Option{"delimiter", 0, "C", ValueKind::kCharacter, false, "between fields; \\t is a tab", "found: , ; tab |"},
    Option{"quote", 0, "C", ValueKind::kText, false, "around fields; none: no quotes", "\""},
    Option{"escape", 0, "C", ValueKind::kCharacter, false, "makes the next character an ordinary one", "none"},
    Option{"header", 0, "", ValueKind::kSwitch, false, "the first line names the columns", "found"},
    Option{"no-header", 0, "", ValueKind::kSwitch, false, "it does not", ""},
    Option{"rename-duplicates", 0, "", ValueKind::kSwitch, false, "x, x_2, ... instead of an error", ""},
    Option{"schema", 0, "FILE", ValueKind::kText, false, "types, as --infer-only prints them", ""},
    Option{"infer-only", 0, "", ValueKind::kSwitch, false, "print the types with the evidence for each", ""},
};

inline constexpr std::array kParquetOutput = {
    Option{"codec", 0, "NAME", ValueKind::kText, false, "snappy, zstd, gzip, brotli, lz4_raw, none", "snappy"},
    Option{"level", 0, "N", ValueKind::kCount, false, "compression level", "the codec's"},
    Option{"encoding", 0, "COLUMN=NAME", ValueKind::kText, true,
           "PLAIN, DELTA_BYTE_ARRAY, ...; without =: of the input text", ""},
    Option{"no-dictionary", 0, "", ValueKind::kSwitch, false, "store every value, also repeated ones", ""},
    Option{"row-group-rows", 0, "N", ValueKind::kCount, false, "rows of a row group", "1048576"},
    Option{"page-version", 0, "N", ValueKind::kChoice, false, "version of data pages: 1 or 2", "1", "1|2"},
    Option{"prove", 0, "", ValueKind::kSwitch, false, "read everything back, compare it with the input", ""},
};

inline constexpr std::array kPageChoice = {
    Option{"column", 'c', "PATH", ValueKind::kText, true, "pages of this column or group", "all"},
    Option{"row-group", 0, "N", ValueKind::kCount, false, "of this row group, from 0", "all"},
    Option{"page", 0, "N", ValueKind::kCount, false, "this data page of the chunk, from 0", "all"},
    Option{"values", 0, "", ValueKind::kSwitch, false,
           "print the values of the page; of the dictionary, without --page", ""},
    Option{"raw", 0, "", ValueKind::kSwitch, false, "write the page as it lies in the file, header included", ""},
};

inline constexpr std::array kVerifyLevel = {
    Option{"level", 0, "LEVEL", ValueKind::kChoice, false, "how much to check: structure, checksums, full", "full",
           "structure|checksums|full"},
};

inline constexpr std::array kGenerated = {
    Option{"rows", 0, "N", ValueKind::kCount, false, "rows to make", "1000"},
    Option{"seed", 0, "N", ValueKind::kCount, false, "another seed, other values", "0"},
    Option{"force", 'f', "", ValueKind::kSwitch, false, "replace a file that exists", ""},
    Option{"to", 0, "FORMAT", ValueKind::kChoice, false, "what the output is: the same, or arrow-file", "by its name",
           kFormatNames},
};

}  // namespace taracea::cli
