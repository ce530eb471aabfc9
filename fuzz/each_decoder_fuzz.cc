// Decoders of values on any bytes, against the referee where both take them. The first four bytes choose the encoding,
// the type, the number of values, and how they are cut into calls; the rest is the page.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "conformance/encoding_case.h"

using namespace taracea;

namespace {

/// A dictionary of a few entries that every type can read.
conformance::EncodedPage FewEntries(const conformance::EncodingCase& encoding_case) {
  return conformance::EncodePage(encoding_case,
                                 conformance::MakeValues(encoding_case, conformance::Shape::kRising, 9, 1));
}

void Check(bool holds) {
  if (!holds) {
    std::abort();
  }
}

std::optional<std::vector<conformance::Value>> DecodeAll(const conformance::EncodingCase& encoding_case,
                                                         encoding::Decoder* decoder, ConstBytes bytes, int64_t count,
                                                         int64_t step) {
  // A copy of its own, so that a read behind the end is seen.
  const std::vector<std::byte> page(bytes.begin(), bytes.end());
  if (!decoder->Reset({.bytes = page, .value_count = count}).ok()) {
    return std::nullopt;
  }
  std::vector<conformance::Value> all;
  while (decoder->remaining() > 0) {
    const std::optional<std::vector<conformance::Value>> next = conformance::DecodeNext(
        encoding_case, decoder, std::min(step, decoder->remaining()), step % 2 == 0 ? kSlackBytes : 0);
    if (!next) {
      return std::nullopt;
    }
    all.insert(all.end(), next->begin(), next->end());
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<conformance::EncodingCase> cases = conformance::AllEncodingCases();
  if (size < 4) {
    return 0;
  }
  const conformance::EncodingCase& encoding_case = cases[data[0] % cases.size()];
  const int64_t count = data[1] + 256 * (data[2] % 16);
  const int64_t step = 1 + data[3] * 8;
  const ConstBytes bytes(reinterpret_cast<const std::byte*>(data) + 4, size - 4);
  const conformance::EncodedPage dictionary = FewEntries(encoding_case);
  const auto decoder = conformance::NewDecoder(encoding_case, dictionary);
  const auto whole = DecodeAll(encoding_case, decoder.get(), bytes, count, std::max<int64_t>(count, 1));
  const auto parts = DecodeAll(encoding_case, decoder.get(), bytes, count, step);
  const auto scalar = conformance::NewDecoder(encoding_case, dictionary, kernels::KernelsFor(CpuLevel::kScalar));
  const auto other = DecodeAll(encoding_case, scalar.get(), bytes, count, step);
  Check(parts == other);
  Check(!whole || !parts || whole == parts);
  const auto expected = conformance::DecodeByReferee(encoding_case, dictionary, bytes, count);
  Check(!whole || !expected || whole == expected);
  return 0;
}
