#include <functional>
#include <utility>

#include "base/guard.h"
#include "taracea/io.h"

namespace taracea {
namespace {

class CallbackSink final : public ByteSink {
 public:
  explicit CallbackSink(SinkCallbacks callbacks) : callbacks_(std::move(callbacks)) {}

  Status Write(std::span<const ConstBytes> pieces) override {
    return Guard([&] { return callbacks_.write(pieces); }).At({.file = callbacks_.name});
  }
  Status Flush() override { return CallIfGiven(callbacks_.flush); }
  Status Close() override { return CallIfGiven(callbacks_.close); }
  void Abort() noexcept override {
    if (callbacks_.abort) {
      // Nothing is left to be saved, so nobody is told of a failure.
      static_cast<void>(Guard([&] {
        std::invoke(callbacks_.abort);
        return Status();
      }));
    }
  }
  std::string Name() const override { return callbacks_.name; }

 private:
  Status CallIfGiven(const std::function<Status()>& callback) const {
    return callback ? Guard(callback).At({.file = callbacks_.name}) : Status();
  }

  const SinkCallbacks callbacks_;
};

}  // namespace

Status MemorySink::Write(std::span<const ConstBytes> pieces) {
  return Guard([&] {
    for (const ConstBytes piece : pieces) {
      bytes_.insert(bytes_.end(), piece.begin(), piece.end());
    }
    return Status();
  });
}

Result<std::unique_ptr<ByteSink>> MakeCallbackSink(SinkCallbacks callbacks) {
  if (!callbacks.write) {
    return Status::InvalidArgument("a callback sink needs write");
  }
  return std::unique_ptr<ByteSink>(std::make_unique<CallbackSink>(std::move(callbacks)));
}

}  // namespace taracea
