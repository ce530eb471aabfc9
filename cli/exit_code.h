#pragma once

#include "taracea/status.h"

namespace taracea::cli {

/// What the tool says to the shell. Of several files' codes the highest wins.
enum ExitCode : int {
  kFine = 0,
  kFinding = 1,      ///< The work was done and found something: a bad file, values that differ.
  kUsage = 2,        ///< The command line asks for what cannot be done.
  kInputOutput = 3,  ///< Reading or writing failed.
  kMalformed = 4,    ///< The input breaks its own format.
  kUnsupported = 5,
  kLimit = 6,           ///< A limit or the memory budget was reached.
  kInternalError = 70,  ///< A bug in the tool.
  kInterrupted = 130,   ///< Ctrl-C.
  kBrokenPipe = 141,    ///< Nobody reads the output any more.
};

constexpr ExitCode ExitCodeOf(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kOk: return kFine;
    case ErrorCode::kInvalidArgument: return kUsage;
    case ErrorCode::kIo: return kInputOutput;
    case ErrorCode::kCorrupt: return kMalformed;
    case ErrorCode::kUnsupported: return kUnsupported;
    case ErrorCode::kLimitExceeded:
    case ErrorCode::kOutOfMemory: return kLimit;
    case ErrorCode::kCancelled: return kInterrupted;
    case ErrorCode::kInternal: return kInternalError;
  }
  return kInternalError;
}

/// The same for an error with its place: a value that a file holds and its type cannot is the file's fault, not the
/// command line's.
inline ExitCode ExitCodeOf(const Status& status) noexcept {
  const bool in_file = status.code() == ErrorCode::kInvalidArgument && status.place().row_group >= 0;
  return in_file ? kMalformed : ExitCodeOf(status.code());
}

}  // namespace taracea::cli
