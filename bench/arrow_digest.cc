#include "arrow_digest.h"

#include <bit>
#include <cstring>
#include <string_view>

namespace {

constexpr uint64_t kNull = 0x6e756c6c6e756c6cU;

uint64_t Fold(uint64_t digest, uint64_t value) {
  const uint64_t mixed = (digest ^ value) * 0x9e3779b97f4a7c15U;
  return mixed ^ mixed >> 29;
}

uint64_t FoldText(uint64_t digest, std::string_view text) {
  digest = Fold(digest, text.size());
  while (!text.empty()) {
    uint64_t word = 0;
    const size_t size = text.size() < 8 ? text.size() : 8;
    std::memcpy(&word, text.data(), size);
    digest = Fold(digest, word);
    text.remove_prefix(size);
  }
  return digest;
}

template <typename T>
T At(const void* data, int64_t i) {
  T value;
  std::memcpy(&value, static_cast<const char*>(data) + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
  return value;
}

template <typename Value>
uint64_t FoldAll(uint64_t digest, const ArrowArray& column, Value value) {
  const auto* validity = static_cast<const uint8_t*>(column.buffers[0]);
  for (int64_t i = column.offset; i < column.offset + column.length; ++i) {
    const bool valid = validity == nullptr || (validity[i >> 3] >> (i & 7) & 1) != 0;
    digest = valid ? value(digest, i) : Fold(digest, kNull);
  }
  return digest;
}

template <typename T>
uint64_t FoldNumbers(uint64_t digest, const ArrowArray& column, int64_t scale) {
  return FoldAll(digest, column, [&](uint64_t state, int64_t i) {
    if constexpr (std::is_floating_point_v<T>) {
      return Fold(state, std::bit_cast<uint64_t>(static_cast<double>(At<T>(column.buffers[1], i))));
    } else {
      const auto wide = static_cast<uint64_t>(static_cast<int64_t>(At<T>(column.buffers[1], i)));
      return Fold(state, wide * static_cast<uint64_t>(scale));
    }
  });
}

template <typename Offset>
uint64_t FoldTexts(uint64_t digest, const ArrowArray& column) {
  return FoldAll(digest, column, [&](uint64_t state, int64_t i) {
    const auto begin = At<Offset>(column.buffers[1], i);
    const auto end = At<Offset>(column.buffers[1], i + 1);
    return FoldText(state, {static_cast<const char*>(column.buffers[2]) + begin, static_cast<size_t>(end - begin)});
  });
}

uint64_t FoldTextViews(uint64_t digest, const ArrowArray& column) {
  struct View {
    int32_t size;
    char inlined[12];
  };
  return FoldAll(digest, column, [&](uint64_t state, int64_t i) {
    const auto view = At<View>(column.buffers[1], i);
    const auto size = static_cast<size_t>(view.size);
    if (size <= sizeof(view.inlined)) {
      return FoldText(state, {view.inlined, size});
    }
    const auto buffer = At<int32_t>(view.inlined, 1);
    const auto offset = At<int32_t>(view.inlined, 2);
    return FoldText(state, {static_cast<const char*>(column.buffers[2 + buffer]) + offset, size});
  });
}

/// Nanoseconds in a unit of the Arrow format strings "ts?:".
int64_t NanosecondsIn(char unit) {
  return unit == 's' ? 1'000'000'000 : unit == 'm' ? 1'000'000 : unit == 'u' ? 1'000 : 1;
}

}  // namespace

uint64_t DigestArrowColumn(uint64_t digest, const ArrowSchema* schema, const ArrowArray* column) {
  const std::string_view format = schema->format;
  if (format.starts_with("ts")) {
    return FoldNumbers<int64_t>(digest, *column, NanosecondsIn(format[2]));
  }
  if (format == "vu" || format == "vz") {
    return FoldTextViews(digest, *column);
  }
  if (format.size() != 1) {
    return 0;
  }
  switch (format[0]) {
    case 'c': return FoldNumbers<int8_t>(digest, *column, 1);
    case 'C': return FoldNumbers<uint8_t>(digest, *column, 1);
    case 's': return FoldNumbers<int16_t>(digest, *column, 1);
    case 'S': return FoldNumbers<uint16_t>(digest, *column, 1);
    case 'i': return FoldNumbers<int32_t>(digest, *column, 1);
    case 'I': return FoldNumbers<uint32_t>(digest, *column, 1);
    case 'l': return FoldNumbers<int64_t>(digest, *column, 1);
    case 'L': return FoldNumbers<uint64_t>(digest, *column, 1);
    case 'f': return FoldNumbers<float>(digest, *column, 1);
    case 'g': return FoldNumbers<double>(digest, *column, 1);
    case 'u':
    case 'z': return FoldTexts<int32_t>(digest, *column);
    case 'U':
    case 'Z': return FoldTexts<int64_t>(digest, *column);
    default: return 0;
  }
}
