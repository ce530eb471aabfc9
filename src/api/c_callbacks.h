#pragma once

#include <memory>

#include "taracea/c.h"
#include "taracea/executor.h"
#include "taracea/io.h"

namespace taracea::api {

// Callbacks of a C caller as this library's own interfaces. Each is taken over: its release is called once, after the
// last use, also when making the object fails. Errors: kInvalidArgument for a null pointer, a struct without its size,
// or a callback that is required and missing.

Result<std::shared_ptr<ByteSource>> MakeSource(const taracea_source* source);
Result<std::shared_ptr<ByteSource>> MakeMemory(const taracea_memory* memory);
Result<std::unique_ptr<ByteSink>> MakeSink(const taracea_sink* sink);
Result<std::shared_ptr<Executor>> MakeExecutor(const taracea_executor_callbacks* callbacks);

/// Null where the caller gave no function.
ProgressCallback MakeProgress(taracea_progress progress, void* context);

}  // namespace taracea::api
