// Times the encoders and decoders of byte arrays, page after page in warm memory: byte_array_kernels [WORD...].

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/arena.h"
#include "byte_array_rows.h"
#include "encoding/decoder.h"
#include "encoding/encoder.h"
#include "worker.h"

namespace bench {
namespace {

using namespace taracea;  // NOLINT(google-build-using-namespace)
using encoding::Values;

constexpr size_t kSlack = kSlackBytes;

void Must(const Status& status) {
  if (!status.ok()) {
    Fail(status.ToString());
  }
}

template <typename T>
T Must(Result<T> result) {
  if (!result.ok()) {
    Fail(result.error().ToString());
  }
  return std::move(result).value();
}

OwnedBuffer NewBuffer() {
  return Must(DefaultArena()->Allocate(1));
}

Values AllOf(const ByteArrays& values) {
  return Values::Binary32(values.offsets.data(), values.data.data(), values.count());
}

/// Encoded pages of some values.
struct Pages {
  OwnedBuffer page = NewBuffer();
  OwnedBuffer dictionary_page = NewBuffer();
  int64_t entry_count = 0;
};

Pages Encode(Encoding encoding, const ByteArrays& values) {
  Pages pages;
  if (encoding == Encoding::kRleDictionary) {
    const auto encoder = Must(encoding::MakeDictionaryEncoder({.type = PhysicalType::kByteArray}));
    Must(encoder->Append(AllOf(values)));
    Must(encoder->FlushIndices(&pages.page));
    Must(encoder->WriteDictionary(&pages.dictionary_page));
    pages.entry_count = encoder->entry_count();
  } else {
    const auto encoder = Must(encoding::MakeEncoder(encoding, {.type = PhysicalType::kByteArray}));
    Must(encoder->Append(AllOf(values)));
    Must(encoder->Flush(&pages.page));
  }
  return pages;
}

void TimeEncode(const RowTimer& timer, const std::string& row, Encoding encoding, const ByteArrays& values,
                int64_t values_a_call = kSliceCount) {
  const auto encoder = Must(encoding::MakeEncoder(encoding, {.type = PhysicalType::kByteArray}));
  OwnedBuffer out = NewBuffer();
  timer.Time(row, values.count(), [&] {
    for (int64_t i = 0; i < values.count(); i += values_a_call) {
      const int64_t count = std::min(values_a_call, values.count() - i);
      Must(encoder->Append(Values::Binary32(values.offsets.data() + i, values.data.data(), count)));
    }
    out.SetSize(0);
    Must(encoder->Flush(&out));
    return static_cast<int64_t>(out.size());
  });
}

/// `keep`: goes on with the entries of the call before, as the later pages of a chunk do.
void TimeDictionaryBuild(const RowTimer& timer, const std::string& row, const ByteArrays& values, bool keep) {
  const auto encoder = Must(encoding::MakeDictionaryEncoder({.type = PhysicalType::kByteArray}));
  OwnedBuffer out = NewBuffer();
  timer.Time(row, values.count(), [&] {
    if (!keep) {
      encoder->Reset();
    }
    for (int64_t i = 0; i < values.count(); i += kSliceCount) {
      Must(encoder->Append(AllOf(values).Slice(i, std::min(kSliceCount, values.count() - i))));
      out.SetSize(0);
      Must(encoder->FlushIndices(&out));
    }
    return static_cast<int64_t>(out.size());
  });
}

/// Decodes a page the way that a column does: measured first, then into memory of that size.
class PageDecoder {
 public:
  PageDecoder(Encoding encoding, const ByteArrays& values) : values_(values), pages_(Encode(encoding, values)) {
    encoding::DecoderSpec spec{.type = PhysicalType::kByteArray};
    if (encoding == Encoding::kRleDictionary) {
      spec.dictionary =
          Must(encoding::DecodeDictionary({.bytes = pages_.dictionary_page.bytes(), .value_count = pages_.entry_count},
                                          PhysicalType::kByteArray, 0, DefaultArena()));
    }
    decoder_ = Must(encoding::MakeDecoder(encoding, spec));
    data_.resize(static_cast<size_t>(values.size_bytes()) + kSlack);
    slots_.resize(static_cast<size_t>(values.count()) * 16 + kSlack);
  }

  int64_t ToOffsets() {
    auto* offsets = reinterpret_cast<int32_t*>(slots_.data());
    offsets[0] = 0;
    Reset();
    // As a column does for whole pages: the size of a PLAIN page says enough.
    const int64_t size_bytes = decoder_->encoding() == Encoding::kPlain ? decoder_->MeasureBound(values_.count())
                                                                        : Must(decoder_->Measure(values_.count()));
    if (size_bytes != values_.size_bytes()) {
      Fail("measured another size");
    }
    Must(decoder_->Decode(values_.count(), encoding::Output::Binary32(offsets, data_.data(), kSlack)));
    return offsets[values_.count()];
  }
  int64_t ToIndices() {
    Reset();
    Must(decoder_->Decode(values_.count(), encoding::Output::Indices(reinterpret_cast<uint32_t*>(slots_.data()))));
    return values_.count() * 4;
  }
  void CheckOffsets() {
    ToOffsets();
    if (std::memcmp(slots_.data(), values_.offsets.data(), values_.offsets.size() * 4) != 0 ||
        std::memcmp(data_.data(), values_.data.data(), values_.data.size()) != 0) {
      Fail("decoded other values");
    }
  }

 private:
  void Reset() {
    Must(decoder_->Reset({.bytes = pages_.page.bytes(),
                          .value_count = values_.count(),
                          .slack_before_bytes = 0,
                          .slack_after_bytes = kSlack}));
  }

  const ByteArrays& values_;
  Pages pages_;
  std::unique_ptr<encoding::Decoder> decoder_;
  std::vector<std::byte> data_;
  std::vector<std::byte> slots_;
};

void TimeDecode(const RowTimer& timer, const std::string& row, Encoding encoding, const ByteArrays& values) {
  PageDecoder decoder(encoding, values);
  decoder.CheckOffsets();
  timer.Time(row, values.count(), [&decoder] { return decoder.ToOffsets(); });
}

void TimeCopies(const RowTimer& timer) {
  for (const int64_t width : {4, 16, 64, 256, 4096}) {
    const ByteArrays values = FixedWidth(width);
    std::vector<std::byte> copy(values.data.size());
    timer.Time("memcpy " + std::to_string(width), values.count(), [&] {
      std::memcpy(copy.data(), values.data.data(), values.data.size());
      asm volatile("" : : "r"(copy.data()) : "memory");
      return values.size_bytes();
    });
    TimeEncode(timer, "PLAIN encode " + std::to_string(width), Encoding::kPlain, values);
    TimeDecode(timer, "PLAIN decode " + std::to_string(width), Encoding::kPlain, values);
  }
}

int Main(int argc, char** argv) {
  const RowTimer timer("taracea", argc, argv);
  TimeCopies(timer);
  const ByteArrays few = Distinct(100, kSliceCount);
  const ByteArrays many = Distinct(30'000, kSliceCount);
  const ByteArrays long_run = Distinct(30'000, 16 * kSliceCount);
  TimeDictionaryBuild(timer, "dictionary encode 100", few, false);
  TimeDictionaryBuild(timer, "dictionary encode 30000 new", many, false);
  TimeDictionaryBuild(timer, "dictionary encode 30000", long_run, false);
  TimeDictionaryBuild(timer, "dictionary encode 30000 seen", long_run, true);
  for (const auto& [name, values] : {std::pair{"100", &few}, std::pair{"30000", &many}}) {
    TimeDecode(timer, std::string("dictionary decode ") + name, Encoding::kRleDictionary, *values);
    PageDecoder decoder(Encoding::kRleDictionary, *values);
    timer.Time(std::string("dictionary decode to indices ") + name, values->count(),
               [&decoder] { return decoder.ToIndices(); });
  }
  const ByteArrays urls = SortedUrls();
  const ByteArrays mixed = Mixed();
  TimeEncode(timer, "DELTA_BYTE_ARRAY encode", Encoding::kDeltaByteArray, urls);
  TimeEncode(timer, "DELTA_BYTE_ARRAY one a call", Encoding::kDeltaByteArray, urls, 1);
  TimeEncode(timer, "DELTA_BYTE_ARRAY 8 a call", Encoding::kDeltaByteArray, urls, 8);
  TimeDecode(timer, "DELTA_BYTE_ARRAY decode", Encoding::kDeltaByteArray, urls);
  TimeEncode(timer, "DELTA_LENGTH_BYTE_ARRAY encode", Encoding::kDeltaLengthByteArray, mixed);
  TimeEncode(timer, "DELTA_LENGTH_BYTE_ARRAY one a call", Encoding::kDeltaLengthByteArray, mixed, 1);
  TimeDecode(timer, "DELTA_LENGTH_BYTE_ARRAY decode", Encoding::kDeltaLengthByteArray, mixed);
  TimeEncode(timer, "PLAIN one a call", Encoding::kPlain, mixed, 1);
  TimeEncode(timer, "PLAIN encode mixed", Encoding::kPlain, mixed);
  TimeDecode(timer, "PLAIN decode mixed", Encoding::kPlain, mixed);
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv);
}
