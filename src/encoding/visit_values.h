#pragma once

#include "encoding/encoder.h"

namespace taracea::encoding {

/// Calls `visit` with a function that gives the bytes of value i, made for the kind of `values`, so that loops over
/// values need no switch each.
template <typename Visit>
auto VisitValues(const Values& values, const Visit& visit) {
  const auto from_offsets = [&values, &visit](const auto* offsets) {
    return visit([data = values.data, offsets](int64_t i) {
      return ConstBytes(data + offsets[i], static_cast<size_t>(offsets[i + 1] - offsets[i]));
    });
  };
  switch (values.kind) {
    case Values::Kind::kOffsets32: return from_offsets(values.offsets32);
    case Values::Kind::kOffsets64: return from_offsets(values.offsets64);
    case Values::Kind::kFixed:
      return visit([data = values.data, width = values.width_bytes](int64_t i) {
        return ConstBytes(data + i * width, static_cast<size_t>(width));
      });
    case Values::Kind::kSpans: break;
  }
  return visit([spans = values.spans](int64_t i) { return spans[i]; });
}

}  // namespace taracea::encoding
