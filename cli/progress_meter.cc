#include "progress_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <utility>

#include "figures.h"
#include "interrupt.h"
#include "propagate.h"

namespace taracea::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr int kBarWidth = 24;

std::string Bar(double share) {
  const int filled = static_cast<int>(std::lround(share * kBarWidth));
  std::string out;
  for (int i = 0; i < kBarWidth; ++i) {
    out += i < filled ? "━" : "─";
  }
  return out;
}

class MeteredSource final : public ByteSource {
 public:
  MeteredSource(std::shared_ptr<ByteSource> source, std::shared_ptr<ProgressMeter> meter, ReadingOrder order)
      : source_(std::move(source)), meter_(std::move(meter)), order_(order) {}

  Result<int64_t> Size() const override { return source_->Size(); }
  Status ReadAt(int64_t offset, MutableBytes out) const override {
    CLI_TRY(CheckInterrupt());
    CLI_TRY(source_->ReadAt(offset, out));
    const std::lock_guard lock(mutex_);
    const auto count = static_cast<int64_t>(out.size());
    if (order_ == ReadingOrder::kPasses) {
      meter_->Set(offset + count);
    } else {
      meter_->Add(count);
    }
    return {};
  }
  std::string Name() const override { return source_->Name(); }

 private:
  std::shared_ptr<ByteSource> source_;
  std::shared_ptr<ProgressMeter> meter_;
  ReadingOrder order_;
  mutable std::mutex mutex_;
};

}  // namespace

void ProgressMeter::Begin(std::string what, int64_t total, bool in_bytes) {
  what_ = std::move(what);
  total_ = total;
  in_bytes_ = in_bytes;
  done_ = 0;
  begin_ = std::chrono::steady_clock::now();
  last_drawn_ = begin_;
}

void ProgressMeter::Set(int64_t done) {
  done_ = done;
  if (!shown_) {
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  if (now - last_drawn_ >= kRedraw) {
    last_drawn_ = now;
    Draw();
  }
}

void ProgressMeter::Draw() {
  const double rate = static_cast<double>(done_) / std::max(seconds(), 1e-3);
  const std::string speed =
      in_bytes_ ? Bytes(static_cast<int64_t>(rate)) + "/s" : Grouped(static_cast<int64_t>(rate)) + " rows/s";
  std::string line;
  if (total_ > 0) {
    const double share = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
    const double left = rate > 0 ? static_cast<double>(std::max<int64_t>(total_ - done_, 0)) / rate : 0;
    line = fmt::format("{} {} {:3.0f} %  {}  {:.0f} s left", what_, Bar(share), 100 * share, speed, left);
  } else {
    line = fmt::format("{} {}  {}", what_, in_bytes_ ? Bytes(done_) : Grouped(done_) + " rows", speed);
  }
  std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressMeter::Erase() {
  if (drawn_) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    drawn_ = false;
  }
}

double ProgressMeter::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::shared_ptr<ByteSource> MeterSource(std::shared_ptr<ByteSource> source, std::shared_ptr<ProgressMeter> meter,
                                        ReadingOrder order) {
  return std::make_shared<MeteredSource>(std::move(source), std::move(meter), order);
}

}  // namespace taracea::cli
