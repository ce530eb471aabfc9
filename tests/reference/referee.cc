#include "reference/referee.h"

#include <algorithm>

namespace taracea::reference {
namespace {

// Everything is held in memory: more numbers in one section are refused.
constexpr uint64_t kMaxNumbers = 1 << 24;

uint8_t ByteAt(ConstBytes bytes, size_t i) {
  return static_cast<uint8_t>(bytes[i]);
}

/// Bit i of bytes whose bits are numbered from the least significant bit of the first byte on.
uint64_t BitAt(ConstBytes bytes, size_t i) {
  return ByteAt(bytes, i / 8) >> (i % 8) & 1;
}

uint64_t PackedNumber(ConstBytes bytes, size_t index, int bit_width) {
  uint64_t number = 0;
  for (int k = 0; k < bit_width; ++k) {
    number |= BitAt(bytes, index * static_cast<size_t>(bit_width) + static_cast<size_t>(k)) << k;
  }
  return number;
}

/// Takes an unsigned LEB128 number off the front.
std::optional<uint64_t> TakeVarint(ConstBytes* bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < bytes->size() && i < 10; ++i) {
    const uint64_t part = ByteAt(*bytes, i) & 0x7F;
    if (i == 9 && part > 1) {
      return std::nullopt;
    }
    number |= part << (7 * i);
    if (ByteAt(*bytes, i) < 0x80) {
      *bytes = bytes->subspan(i + 1);
      return number;
    }
  }
  return std::nullopt;
}

std::optional<ConstBytes> Take(ConstBytes* bytes, uint64_t size) {
  if (size > bytes->size()) {
    return std::nullopt;
  }
  const ConstBytes front = bytes->first(static_cast<size_t>(size));
  *bytes = bytes->subspan(static_cast<size_t>(size));
  return front;
}

uint64_t LittleEndian(ConstBytes bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    number |= uint64_t{ByteAt(bytes, i)} << (8 * i);
  }
  return number;
}

int64_t ZigZag(uint64_t number) {
  return static_cast<int64_t>(number / 2) * (number % 2 == 0 ? 1 : -1) - (number % 2 == 0 ? 0 : 1);
}

int WidthBytes(PhysicalType type, int32_t type_length) {
  switch (type) {
    case PhysicalType::kInt32:
    case PhysicalType::kFloat: return 4;
    case PhysicalType::kInt64:
    case PhysicalType::kDouble: return 8;
    case PhysicalType::kInt96: return 12;
    default: return type_length;
  }
}

std::optional<std::vector<Value>> PlainBooleans(ConstBytes page, int64_t count) {
  std::vector<Value> values;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    if (i / 8 >= page.size()) {
      return std::nullopt;
    }
    values.emplace_back(1, static_cast<char>(BitAt(page, i)));
  }
  return values;
}

}  // namespace

std::optional<std::vector<Value>> DecodePlain(ConstBytes page, PhysicalType type, int32_t type_length, int64_t count) {
  if (type == PhysicalType::kBoolean) {
    return PlainBooleans(page, count);
  }
  std::vector<Value> values;
  for (int64_t i = 0; i < count; ++i) {
    auto size = static_cast<uint64_t>(WidthBytes(type, type_length));
    if (type == PhysicalType::kByteArray) {
      const std::optional<ConstBytes> length = Take(&page, 4);
      if (!length) {
        return std::nullopt;
      }
      size = LittleEndian(*length);
    }
    const std::optional<ConstBytes> value = Take(&page, size);
    if (!value) {
      return std::nullopt;
    }
    values.emplace_back(AsText(*value));
  }
  return values;
}

std::optional<std::vector<uint32_t>> DecodeHybrid(ConstBytes runs, int bit_width, int64_t count) {
  std::vector<uint32_t> numbers;
  const auto wanted = static_cast<size_t>(count);
  if (bit_width == 0) {
    return std::vector<uint32_t>(wanted, 0);
  }
  while (numbers.size() < wanted) {
    const std::optional<uint64_t> header = TakeVarint(&runs);
    if (!header || *header > UINT32_MAX) {
      return std::nullopt;
    }
    const uint64_t length = *header >> 1;
    if ((*header & 1) == 1) {
      // Groups of 8; the bytes of the last ones may be missing where no number is needed any more.
      const uint64_t bytes = std::min<uint64_t>(length * static_cast<uint64_t>(bit_width), runs.size());
      const ConstBytes packed = *Take(&runs, bytes);
      const uint64_t present = std::min<uint64_t>(8 * length, 8 * bytes / static_cast<uint64_t>(bit_width));
      if (present == 0 && length > 0) {
        return std::nullopt;
      }
      for (size_t i = 0; i < present && numbers.size() < wanted; ++i) {
        numbers.push_back(static_cast<uint32_t>(PackedNumber(packed, i, bit_width)));
      }
    } else {
      const std::optional<ConstBytes> value = Take(&runs, static_cast<uint64_t>(bit_width + 7) / 8);
      if (!value || LittleEndian(*value) >= uint64_t{1} << bit_width) {
        return std::nullopt;
      }
      for (uint64_t i = 0; i < length && numbers.size() < wanted; ++i) {
        numbers.push_back(static_cast<uint32_t>(LittleEndian(*value)));
      }
    }
  }
  return numbers;
}

std::optional<std::vector<Value>> DecodeBooleanRle(ConstBytes page, int64_t count) {
  std::vector<Value> values;
  if (count == 0) {
    return values;
  }
  const std::optional<ConstBytes> prefix = Take(&page, 4);
  const std::optional<ConstBytes> runs = prefix ? Take(&page, LittleEndian(*prefix)) : std::nullopt;
  const std::optional<std::vector<uint32_t>> numbers = runs ? DecodeHybrid(*runs, 1, count) : std::nullopt;
  if (!numbers) {
    return std::nullopt;
  }
  for (const uint32_t number : *numbers) {
    values.emplace_back(1, static_cast<char>(number));
  }
  return values;
}

std::optional<std::vector<uint32_t>> DecodeDictionaryIndices(ConstBytes page, int64_t count) {
  if (count == 0) {
    return std::vector<uint32_t>();
  }
  const std::optional<ConstBytes> width = Take(&page, 1);
  if (!width || LittleEndian(*width) > 32) {
    return std::nullopt;
  }
  return DecodeHybrid(page, static_cast<int>(LittleEndian(*width)), count);
}

std::optional<std::vector<uint16_t>> DecodeBitPackedLevels(ConstBytes levels, int bit_width, int64_t count) {
  std::vector<uint16_t> out;
  size_t bit = 0;
  for (int64_t i = 0; i < count; ++i) {
    unsigned level = 0;
    for (int k = 0; k < bit_width; ++k, ++bit) {
      if (bit / 8 >= levels.size()) {
        return std::nullopt;
      }
      level = 2 * level + (ByteAt(levels, bit / 8) >> (7 - bit % 8) & 1);
    }
    out.push_back(static_cast<uint16_t>(level));
  }
  return out;
}

std::optional<std::vector<int64_t>> DecodeDeltaBinaryPacked(ConstBytes section, int type_bits, size_t* end) {
  ConstBytes rest = section;
  const std::optional<uint64_t> block_size = TakeVarint(&rest);
  const std::optional<uint64_t> miniblock_count = block_size ? TakeVarint(&rest) : std::nullopt;
  const std::optional<uint64_t> count = miniblock_count ? TakeVarint(&rest) : std::nullopt;
  const std::optional<uint64_t> first = count ? TakeVarint(&rest) : std::nullopt;
  if (!first || *block_size == 0 || *block_size > INT32_MAX || *miniblock_count == 0 || *count > kMaxNumbers ||
      *block_size % *miniblock_count != 0 || *block_size / *miniblock_count % 8 != 0) {
    return std::nullopt;
  }
  const uint64_t miniblock_size = *block_size / *miniblock_count;
  const auto wrap = [type_bits](uint64_t number) {
    return type_bits == 32 ? int64_t{static_cast<int32_t>(number)} : static_cast<int64_t>(number);
  };
  std::vector<int64_t> numbers;
  if (*count > 0) {
    numbers.push_back(wrap(static_cast<uint64_t>(ZigZag(*first))));
  }
  while (numbers.size() < *count) {
    const std::optional<uint64_t> smallest = TakeVarint(&rest);
    const std::optional<ConstBytes> widths = smallest ? Take(&rest, *miniblock_count) : std::nullopt;
    if (!widths) {
      return std::nullopt;
    }
    for (uint64_t m = 0; m < *miniblock_count && numbers.size() < *count; ++m) {
      const int bit_width = ByteAt(*widths, m);
      const std::optional<ConstBytes> body = Take(&rest, miniblock_size / 8 * static_cast<uint64_t>(bit_width));
      if (bit_width > type_bits || !body) {
        return std::nullopt;
      }
      for (uint64_t i = 0; i < miniblock_size && numbers.size() < *count; ++i) {
        const uint64_t delta = static_cast<uint64_t>(ZigZag(*smallest)) + PackedNumber(*body, i, bit_width);
        numbers.push_back(wrap(static_cast<uint64_t>(numbers.back()) + delta));
      }
    }
  }
  *end = section.size() - rest.size();
  return numbers;
}

std::optional<std::vector<Value>> DecodeDeltaLengthByteArray(ConstBytes page) {
  size_t end = 0;
  const std::optional<std::vector<int64_t>> lengths = DecodeDeltaBinaryPacked(page, 32, &end);
  if (!lengths) {
    return std::nullopt;
  }
  ConstBytes rest = page.subspan(end);
  std::vector<Value> values;
  for (const int64_t length : *lengths) {
    const std::optional<ConstBytes> value = length >= 0 ? Take(&rest, static_cast<uint64_t>(length)) : std::nullopt;
    if (!value) {
      return std::nullopt;
    }
    values.emplace_back(AsText(*value));
  }
  return values;
}

std::optional<std::vector<Value>> DecodeDeltaByteArray(ConstBytes page) {
  size_t end = 0;
  const std::optional<std::vector<int64_t>> prefixes = DecodeDeltaBinaryPacked(page, 32, &end);
  const std::optional<std::vector<Value>> suffixes =
      prefixes ? DecodeDeltaLengthByteArray(page.subspan(end)) : std::nullopt;
  if (!suffixes || suffixes->size() != prefixes->size()) {
    return std::nullopt;
  }
  std::vector<Value> values;
  Value last;
  for (size_t i = 0; i < suffixes->size(); ++i) {
    const int64_t prefix = (*prefixes)[i];
    if (prefix < 0 || prefix > static_cast<int64_t>(last.size())) {
      return std::nullopt;
    }
    last = last.substr(0, static_cast<size_t>(prefix)) + (*suffixes)[i];
    values.push_back(last);
  }
  return values;
}

std::optional<std::vector<Value>> DecodeByteStreamSplit(ConstBytes page, int width_bytes, int64_t count) {
  const auto width = static_cast<size_t>(width_bytes);
  const auto wanted = static_cast<size_t>(count);
  if (width == 0 || wanted == 0) {
    return std::vector<Value>(wanted);
  }
  if (page.size() % width != 0 || page.size() / width < wanted) {
    return std::nullopt;
  }
  const size_t stream_size = page.size() / width;
  std::vector<Value> values(wanted);
  for (size_t i = 0; i < wanted; ++i) {
    for (size_t k = 0; k < width; ++k) {
      values[i].push_back(static_cast<char>(page[k * stream_size + i]));
    }
  }
  return values;
}

namespace {

std::optional<std::vector<Value>> LookedUp(ConstBytes page, int64_t count, const std::vector<Value>& dictionary) {
  const std::optional<std::vector<uint32_t>> indices = DecodeDictionaryIndices(page, count);
  if (!indices) {
    return std::nullopt;
  }
  std::vector<Value> values;
  for (const uint32_t index : *indices) {
    if (index >= dictionary.size()) {
      return std::nullopt;
    }
    values.push_back(dictionary[index]);
  }
  return values;
}

std::optional<std::vector<Value>> DeltaNumbers(ConstBytes page, PhysicalType type) {
  const int width = WidthBytes(type, 0);
  size_t end = 0;
  const std::optional<std::vector<int64_t>> numbers = DecodeDeltaBinaryPacked(page, 8 * width, &end);
  if (!numbers) {
    return std::nullopt;
  }
  std::vector<Value> values;
  for (const int64_t number : *numbers) {
    Value value;
    for (int k = 0; k < width; ++k) {
      value.push_back(static_cast<char>(static_cast<uint64_t>(number) >> (8 * k) & 0xFF));
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace

std::optional<std::vector<Value>> DecodeValues(Encoding encoding, PhysicalType type, int32_t type_length,
                                               ConstBytes page, int64_t count, const std::vector<Value>& dictionary) {
  std::optional<std::vector<Value>> values;
  switch (encoding) {
    case Encoding::kPlain: return DecodePlain(page, type, type_length, count);
    case Encoding::kRle: return DecodeBooleanRle(page, count);
    case Encoding::kPlainDictionary:
    case Encoding::kRleDictionary: return LookedUp(page, count, dictionary);
    case Encoding::kByteStreamSplit: return DecodeByteStreamSplit(page, WidthBytes(type, type_length), count);
    case Encoding::kDeltaBinaryPacked: values = DeltaNumbers(page, type); break;
    case Encoding::kDeltaLengthByteArray: values = DecodeDeltaLengthByteArray(page); break;
    case Encoding::kDeltaByteArray: values = DecodeDeltaByteArray(page); break;
    default: break;
  }
  // The delta sections carry their own count, which has to be the page's.
  if (count == 0) {
    return std::vector<Value>();
  }
  if (!values || values->size() != static_cast<size_t>(count)) {
    return std::nullopt;
  }
  for (const Value& value : *values) {
    if (type == PhysicalType::kFixedLenByteArray && value.size() != static_cast<size_t>(type_length)) {
      return std::nullopt;
    }
  }
  return values;
}

}  // namespace taracea::reference
