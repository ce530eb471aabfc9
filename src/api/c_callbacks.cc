#include "api/c_callbacks.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/c_boundary.h"
#include "api/c_handles.h"

namespace taracea::api {
namespace {

/// A struct of callbacks, whose release is called once.
template <typename T>
class Owned {
 public:
  explicit Owned(const T& callbacks) : callbacks_(callbacks) {}
  Owned(Owned&& other) noexcept : callbacks_(std::exchange(other.callbacks_, T{})) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Owned& operator=(Owned&&) = delete;
  ~Owned() {
    if (callbacks_.release != nullptr) {
      callbacks_.release(callbacks_.context);
    }
  }
  const T* operator->() const noexcept { return &callbacks_; }
  const T& operator*() const noexcept { return callbacks_; }

 private:
  T callbacks_;
};

/// Takes a struct of callbacks over, also where it is then refused.
template <typename T>
Result<Owned<T>> TakeOver(const T* given, std::string_view name) {
  TARACEA_TRY(Need(given, name));
  T read{};
  std::memcpy(&read, given, std::min(given->struct_size, sizeof(T)));
  Owned<T> owned(read);
  TARACEA_TRY(CheckStructSize(given, given->struct_size, sizeof(T), name));
  return owned;
}

std::string NameOr(const char* name, const char* otherwise) {
  return name == nullptr ? otherwise : name;
}

/// Calls a callback that can fail.
template <typename Callback, typename... Arguments>
Status Call(Callback callback, Arguments... arguments) {
  taracea_error* error = nullptr;
  const taracea_code code = callback(arguments..., &error);
  return FromCallback(code, error);
}

/// A sink of the caller's: one close that succeeds, or one abort, and then the release.
class SinkCalls {
 public:
  explicit SinkCalls(Owned<taracea_sink> sink) : sink_(std::move(sink)) {}
  SinkCalls(const SinkCalls&) = delete;
  SinkCalls& operator=(const SinkCalls&) = delete;
  ~SinkCalls() { Abort(); }

  Status Write(std::span<const ConstBytes> pieces) const {
    std::vector<taracea_bytes> bytes;
    bytes.reserve(pieces.size());
    for (const ConstBytes piece : pieces) {
      bytes.push_back({piece.data(), piece.size()});
    }
    return Call(sink_->write, sink_->context, bytes.data(), bytes.size());
  }
  Status Flush() const { return sink_->flush == nullptr ? Status() : Call(sink_->flush, sink_->context); }
  Status Close() {
    Status status = sink_->close == nullptr ? Status() : Call(sink_->close, sink_->context);
    ended_ = ended_ || status.ok();
    return status;
  }
  void Abort() {
    if (!std::exchange(ended_, true) && sink_->abort != nullptr) {
      sink_->abort(sink_->context);
    }
  }

 private:
  const Owned<taracea_sink> sink_;
  bool ended_ = false;
};

class CallbackExecutor final : public Executor {
 public:
  explicit CallbackExecutor(Owned<taracea_executor_callbacks> callbacks) : callbacks_(std::move(callbacks)) {}
  void Submit(std::function<void()> task) override {
    callbacks_->submit(callbacks_->context, std::make_unique<taracea_task>(taracea_task{std::move(task)}).release());
  }
  int Concurrency() const override { return std::max(1, callbacks_->concurrency(callbacks_->context)); }

 private:
  const Owned<taracea_executor_callbacks> callbacks_;
};

}  // namespace

Result<std::shared_ptr<ByteSource>> MakeSource(const taracea_source* source) {
  TARACEA_TRY_ASSIGN(Owned<taracea_source> taken, TakeOver(source, "source"));
  const auto owned = std::make_shared<const Owned<taracea_source>>(std::move(taken));
  const taracea_source& read = **owned;
  if (read.size == nullptr || read.read_ranges == nullptr) {
    return Status::InvalidArgument("a source needs both size and read_ranges");
  }
  SourceCallbacks callbacks;
  callbacks.name = NameOr(read.name, "<callback>");
  callbacks.size = [owned]() -> Result<int64_t> {
    int64_t size_bytes = 0;
    TARACEA_TRY(Call((*owned)->size, (*owned)->context, &size_bytes));
    return size_bytes;
  };
  callbacks.read_ranges = [owned](std::span<const ReadRequest> requests) {
    std::vector<taracea_read_request> wanted;
    wanted.reserve(requests.size());
    for (const ReadRequest& request : requests) {
      wanted.push_back({request.offset, request.out.size(), request.out.data()});
    }
    return Call((*owned)->read_ranges, (*owned)->context, wanted.data(), wanted.size());
  };
  return MakeCallbackSource(std::move(callbacks));
}

Result<std::shared_ptr<ByteSource>> MakeMemory(const taracea_memory* memory) {
  TARACEA_TRY_ASSIGN(Owned<taracea_memory> taken, TakeOver(memory, "memory"));
  auto owned = std::make_shared<const Owned<taracea_memory>>(std::move(taken));
  const taracea_memory read = **owned;
  if (read.data == nullptr && read.size_bytes != 0) {
    return Status::InvalidArgument("expected memory.data, found a null pointer");
  }
  const ConstBytes bytes(static_cast<const std::byte*>(read.data), read.size_bytes);
  return MakeMemorySource(Buffer(bytes, std::move(owned)), NameOr(read.name, "<memory>"));
}

Result<std::unique_ptr<ByteSink>> MakeSink(const taracea_sink* sink) {
  TARACEA_TRY_ASSIGN(Owned<taracea_sink> taken, TakeOver(sink, "sink"));
  const bool has_write = taken->write != nullptr;
  const std::string name = NameOr(taken->name, "<callback>");
  const auto calls = std::make_shared<SinkCalls>(std::move(taken));
  if (!has_write) {
    return Status::InvalidArgument("a sink needs write");
  }
  SinkCallbacks callbacks;
  callbacks.name = name;
  callbacks.write = [calls](std::span<const ConstBytes> pieces) { return calls->Write(pieces); };
  callbacks.flush = [calls] { return calls->Flush(); };
  callbacks.close = [calls] { return calls->Close(); };
  callbacks.abort = [calls] { calls->Abort(); };
  return MakeCallbackSink(std::move(callbacks));
}

Result<std::shared_ptr<Executor>> MakeExecutor(const taracea_executor_callbacks* callbacks) {
  TARACEA_TRY_ASSIGN(Owned<taracea_executor_callbacks> owned, TakeOver(callbacks, "callbacks"));
  if (owned->submit == nullptr || owned->concurrency == nullptr) {
    return Status::InvalidArgument("an executor needs both submit and concurrency");
  }
  return std::shared_ptr<Executor>(std::make_shared<CallbackExecutor>(std::move(owned)));
}

ProgressCallback MakeProgress(taracea_progress progress, void* context) {
  if (progress == nullptr) {
    return {};
  }
  return [progress, context](int64_t done, int64_t total) { return progress(context, done, total) == 0; };
}

}  // namespace taracea::api
