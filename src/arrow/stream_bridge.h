#pragma once

#include <memory>

#include "array/batch_stream.h"
#include "arrow/array_import.h"
#include "base/arena.h"
#include "taracea/arrow_c.h"
#include "taracea/limits.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// Takes over a stream and reads its schema. `from` is left released; the producer's `release` is called once: on an
/// error here, or when the result is destroyed. Batches outlive it.
/// Errors, here and in Next: those of the producer with its own words, the code by its errno; those of ImportBatch.
Result<std::unique_ptr<array::BatchStream>> ImportStream(ArrowArrayStream* from, const ImportOptions& options = {},
                                                         const ReadLimits& limits = {});

/// Hands a stream to a consumer of the C stream interface. Errors reach it as errno and text: EINVAL for
/// kInvalidArgument and kCorrupt, EIO, ENOTSUP, ENOMEM (also limits), ECANCELED.
/// `arena`: as in ExportArray. Owner: `out` owns `stream`. Thread safety: one thread at a time, as the interface says.
/// Errors (`out` untouched, `stream` destroyed): kOutOfMemory.
Status ExportStream(std::unique_ptr<array::BatchStream> stream, ArrowArrayStream* out,
                    std::shared_ptr<Arena> arena = nullptr);

/// errno for an error code, and back.
int ErrnoOf(ErrorCode code) noexcept;
ErrorCode CodeFromErrno(int error) noexcept;

}  // namespace taracea::arrow
