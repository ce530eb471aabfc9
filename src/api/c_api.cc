#include "taracea/c.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "api/c_boundary.h"
#include "api/c_callbacks.h"
#include "api/c_handles.h"
#include "api/c_options.h"
#include "api/c_reports.h"
#include "taracea/verify.h"

namespace taracea::api {
namespace {

/// A public error and the texts that it points to.
struct ErrorMemory : taracea_error {
  std::string message_memory;
  std::string text_memory;
  std::string file_memory;
  std::string column_memory;
};

/// What there is to say when no memory is left to say it; freeing it does nothing.
taracea_error* NoMemoryError() noexcept {
  static taracea_error error = {sizeof(taracea_error),
                                "allocation failed",
                                "out of memory: allocation failed",
                                "",
                                "",
                                -1,
                                -1,
                                -1,
                                TARACEA_OUT_OF_MEMORY,
                                0};
  return &error;
}

taracea_error* MakeError(const Status& status) noexcept {
  try {
    auto made = std::make_unique<ErrorMemory>();
    made->message_memory = status.message();
    made->text_memory = status.ToString();
    made->file_memory = status.place().file;
    made->column_memory = status.place().column;
    made->struct_size = sizeof(taracea_error);
    made->message = made->message_memory.c_str();
    made->text = made->text_memory.c_str();
    made->file = made->file_memory.c_str();
    made->column = made->column_memory.c_str();
    made->row_group = status.place().row_group;
    made->page = status.place().page;
    made->offset = status.place().offset;
    made->code = static_cast<taracea_code>(status.code());
    made->reserved = 0;
    return made.release();
  } catch (...) {
    return NoMemoryError();
  }
}

ErrorCode ToCode(taracea_code code) {
  return code > TARACEA_OK && code <= TARACEA_INTERNAL ? static_cast<ErrorCode>(code) : ErrorCode::kInternal;
}

}  // namespace

taracea_code Tell(const Status& status, taracea_error** error) noexcept {
  if (error != nullptr) {
    *error = status.ok() ? nullptr : MakeError(status);
  }
  return static_cast<taracea_code>(status.code());
}

Status FromCallback(taracea_code code, taracea_error* error) {
  Status status;
  if (code != TARACEA_OK) {
    status = Status(ToCode(code), error == nullptr ? "the caller's callback failed" : error->message);
    if (error != nullptr) {
      status.At({error->file, error->row_group, error->column, error->page, error->offset});
    }
  }
  taracea_error_free(error);
  return status;
}

Status NullPointer(std::string_view name) {
  return Status::InvalidArgument("expected " + std::string(name) + ", found a null pointer");
}

void GiveText(std::string_view text, char** out) {
  auto memory = std::make_unique<char[]>(text.size() + 1);
  std::copy(text.begin(), text.end(), memory.get());
  *out = memory.release();
}

Status CheckStructSize(const void* given, size_t given_bytes, size_t known_bytes, std::string_view name) {
  constexpr size_t kLargestStruct = 4096;
  if (given_bytes < sizeof(size_t) || given_bytes > kLargestStruct) {
    return Status::InvalidArgument(std::string(name) + ": expected struct_size to be the size of the struct, found " +
                                   std::to_string(given_bytes));
  }
  if (given == nullptr) {
    return {};
  }
  const auto* const bytes = static_cast<const std::byte*>(given);
  for (size_t i = known_bytes; i < given_bytes; ++i) {
    if (bytes[i] != std::byte{0}) {
      return Status::Unsupported(std::string(name) +
                                 ": expected fields known to version " TARACEA_VERSION ", found a newer one at byte " +
                                 std::to_string(i));
    }
  }
  return {};
}

namespace {

/// Verifies what `open` gives a source for.
template <typename Open>
Status VerifyAndReport(const taracea_verify_options* options, int32_t* ok, char** report_json, Open&& open) {
  TARACEA_TRY_ASSIGN(std::shared_ptr<ByteSource> source, open());
  TARACEA_TRY(Need(ok, "ok"));
  TARACEA_TRY_ASSIGN(const VerifyOptions wanted, ToVerifyOptions(options));
  TARACEA_TRY_ASSIGN(const VerifyReport report, Verify(std::move(source), wanted));
  if (report_json != nullptr) {
    GiveText(ReportJson(report), report_json);
  }
  *ok = report.ok() ? 1 : 0;
  return {};
}

}  // namespace
}  // namespace taracea::api

namespace api = taracea::api;

const char* taracea_version() {
  return TARACEA_VERSION;
}

const char* taracea_code_name(taracea_code code) {
  // The names are literals, which end in NUL.
  return taracea::ErrorCodeName(code == TARACEA_OK ? taracea::ErrorCode::kOk : api::ToCode(code)).data();
}

taracea_error* taracea_error_new(taracea_code code, const char* message) {
  taracea_error* error = nullptr;
  api::Answer(&error, [&] { return taracea::Status(api::ToCode(code), message == nullptr ? "" : message); });
  return error;
}

void taracea_error_free(taracea_error* error) {
  if (error != api::NoMemoryError()) {
    const std::unique_ptr<api::ErrorMemory> memory(static_cast<api::ErrorMemory*>(error));
  }
}

void taracea_string_free(char* text) {
  const std::unique_ptr<char[]> memory(text);
}

taracea_code taracea_executor_create_threads(int32_t thread_count, taracea_executor** executor, taracea_error** error) {
  api::Clear(executor);
  return api::Answer(error, [&]() -> taracea::Status {
    TARACEA_TRY(api::Need(executor, "executor"));
    *executor = std::make_unique<taracea_executor>(taracea_executor{taracea::MakeThreadPool(thread_count)}).release();
    return {};
  });
}

taracea_code taracea_executor_create(const taracea_executor_callbacks* callbacks, taracea_executor** executor,
                                     taracea_error** error) {
  api::Clear(executor);
  return api::Answer(error, [&]() -> taracea::Status {
    TARACEA_TRY_ASSIGN(std::shared_ptr<taracea::Executor> made, api::MakeExecutor(callbacks));
    TARACEA_TRY(api::Need(executor, "executor"));
    *executor = std::make_unique<taracea_executor>(taracea_executor{std::move(made)}).release();
    return {};
  });
}

void taracea_executor_free(taracea_executor* executor) {
  const std::unique_ptr<taracea_executor> memory(executor);
}

void taracea_task_run(taracea_task* task) {
  const std::unique_ptr<taracea_task> owned(task);
  if (owned != nullptr) {
    api::Answer(nullptr, [&] {
      owned->work();
      return taracea::Status();
    });
  }
}

taracea_code taracea_verify(const char* path, const taracea_verify_options* options, int32_t* ok, char** report_json,
                            taracea_error** error) {
  api::Clear(ok);
  api::Clear(report_json);
  return api::Answer(error, [&] {
    return api::VerifyAndReport(
        options, ok, report_json, [&]() -> taracea::Result<std::shared_ptr<taracea::ByteSource>> {
          TARACEA_TRY(api::Need(path, "path"));
          TARACEA_TRY_ASSIGN(const taracea::VerifyOptions wanted, api::ToVerifyOptions(options));
          return taracea::OpenFileSource(path, {.memory_map = wanted.open.memory_map});
        });
  });
}

taracea_code taracea_verify_source(const taracea_source* source, const taracea_verify_options* options, int32_t* ok,
                                   char** report_json, taracea_error** error) {
  api::Clear(ok);
  api::Clear(report_json);
  return api::Answer(
      error, [&] { return api::VerifyAndReport(options, ok, report_json, [&] { return api::MakeSource(source); }); });
}
