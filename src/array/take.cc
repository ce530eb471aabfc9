#include "array/take.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "array/bitmap.h"
#include "base/arena.h"
#include "base/try.h"

namespace taracea::array {
namespace {

Status TakeValidity(const Array& array, std::span<const int64_t> indices, Array* out) {
  out->type = array.type;
  out->length = static_cast<int64_t>(indices.size());
  out->null_count = 0;
  if (array.type.id == TypeId::kNull || array.type.id == TypeId::kRunEndEncoded) {
    out->null_count = array.type.id == TypeId::kNull ? out->length : 0;
    return {};
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer bits, DefaultArena()->AllocateSized(static_cast<size_t>(BitmapBytes(out->length))));
  FillBits(bits.data(), 0, out->length, true);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || !array.IsValid(indices[i])) {
      ClearBit(bits.data(), static_cast<int64_t>(i));
      ++out->null_count;
    }
  }
  if (out->null_count > 0) {
    out->validity = std::move(bits).Publish();
  }
  return {};
}

Status TakeFixed(const Array& array, std::span<const int64_t> indices, int width, Array* out) {
  const auto width_bytes = static_cast<size_t>(width);
  TARACEA_TRY_ASSIGN(OwnedBuffer values, DefaultArena()->AllocateSized(indices.size() * width_bytes));
  const std::byte* in = array.buffers[0].data() + array.offset * width;
  for (size_t i = 0; i < indices.size(); ++i) {
    std::byte* slot = values.data() + i * width_bytes;
    if (indices[i] < 0) {
      std::memset(slot, 0, width_bytes);
    } else {
      std::memcpy(slot, in + indices[i] * width, width_bytes);
    }
  }
  out->buffers = {std::move(values).Publish()};
  return {};
}

Status TakeBools(const Array& array, std::span<const int64_t> indices, Array* out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer bits, DefaultArena()->AllocateSized(static_cast<size_t>(BitmapBytes(out->length))));
  FillBits(bits.data(), 0, out->length, false);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= 0 && GetBit(array.buffers[0].data(), array.offset + indices[i])) {
      SetBit(bits.data(), static_cast<int64_t>(i));
    }
  }
  out->buffers = {std::move(bits).Publish()};
  return {};
}

/// Offsets of the result and, through `take_slot`, what lies between them.
template <typename OffsetT, typename Fn>
Status TakeOffsets(const Array& array, std::span<const int64_t> indices, Array* out, Fn take_slot) {
  const std::span<const OffsetT> offsets = array.Offsets<OffsetT>();
  TARACEA_TRY_ASSIGN(OwnedBuffer taken, DefaultArena()->AllocateSized((indices.size() + 1) * sizeof(OffsetT)));
  OffsetT* to = taken.as<OffsetT>();
  int64_t at = 0;
  to[0] = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= 0 && out->IsValid(static_cast<int64_t>(i))) {
      const auto slot = static_cast<size_t>(indices[i]);
      take_slot(static_cast<int64_t>(offsets[slot]), static_cast<int64_t>(offsets[slot + 1]));
      at += static_cast<int64_t>(offsets[slot + 1] - offsets[slot]);
    }
    if (at > std::numeric_limits<OffsetT>::max()) {
      return Status::LimitExceeded("the result needs more than 32-bit offsets: " + std::to_string(at));
    }
    to[i + 1] = static_cast<OffsetT>(at);
  }
  out->buffers = {std::move(taken).Publish()};
  return {};
}

template <typename OffsetT>
Status TakeBinary(const Array& array, std::span<const int64_t> indices, Array* out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer data, DefaultArena()->Allocate(0));
  Status appended;
  const std::byte* in = array.buffers[1].data();
  TARACEA_TRY(TakeOffsets<OffsetT>(array, indices, out, [&](int64_t begin, int64_t end) {
    if (appended.ok() && end > begin) {
      appended = data.Append({in + begin, static_cast<size_t>(end - begin)});
    }
  }));
  TARACEA_TRY(std::move(appended));
  out->buffers.push_back(std::move(data).Publish());
  return {};
}

Status TakeChild(const Array& child, const std::vector<int64_t>& indices, Array* out) {
  TARACEA_TRY_ASSIGN(Array taken, Take(child, indices));
  out->children.push_back(std::make_shared<const Array>(std::move(taken)));
  return {};
}

template <typename OffsetT>
Status TakeList(const Array& array, std::span<const int64_t> indices, Array* out) {
  std::vector<int64_t> elements;
  TARACEA_TRY(TakeOffsets<OffsetT>(array, indices, out, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      elements.push_back(i);
    }
  }));
  return TakeChild(*array.children.front(), elements, out);
}

/// List views: offsets and sizes are copied, the child is shared.
Status TakeListView(const Array& array, std::span<const int64_t> indices, int width, Array* out) {
  Array sizes = array;
  sizes.buffers = {array.buffers[1]};
  Array taken_sizes;
  TARACEA_TRY(TakeFixed(array, indices, width, out));
  TARACEA_TRY(TakeFixed(sizes, indices, width, &taken_sizes));
  out->buffers.push_back(taken_sizes.buffers.front());
  out->children = array.children;
  return {};
}

Status TakeFixedSizeList(const Array& array, std::span<const int64_t> indices, Array* out) {
  std::vector<int64_t> elements;
  for (const int64_t index : indices) {
    for (int64_t i = 0; i < array.type.list_size; ++i) {
      elements.push_back(index < 0 ? -1 : (array.offset + index) * array.type.list_size + i);
    }
  }
  return TakeChild(*array.children.front(), elements, out);
}

Status TakeStruct(const Array& array, std::span<const int64_t> indices, Array* out) {
  std::vector<int64_t> slots(indices.begin(), indices.end());
  for (int64_t& slot : slots) {
    slot += slot < 0 ? 0 : array.offset;
  }
  for (const std::shared_ptr<const Array>& child : array.children) {
    TARACEA_TRY(TakeChild(*child, slots, out));
  }
  return {};
}

template <typename T>
void SetRunEnds(OwnedBuffer* buffer, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    buffer->as<T>()[i] = static_cast<T>(i + 1);
  }
}

/// Run-end arrays: one run a slot.
Status TakeRunEnds(const Array& array, std::span<const int64_t> indices, Array* out) {
  const std::vector<int64_t> runs = RunOfEachSlot(array);
  std::vector<int64_t> values;
  for (const int64_t index : indices) {
    values.push_back(index < 0 ? -1 : runs[static_cast<size_t>(index)]);
  }
  Array run_ends;
  run_ends.type = array.children[0]->type;
  run_ends.length = out->length;
  const int width = ByteWidth(run_ends.type);
  if (width == 2 && out->length > std::numeric_limits<int16_t>::max()) {
    return Status::LimitExceeded("the result needs more than 16-bit run ends: " + std::to_string(out->length));
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer ends, DefaultArena()->AllocateSized(indices.size() * static_cast<size_t>(width)));
  switch (width) {
    case 2: SetRunEnds<int16_t>(&ends, out->length); break;
    case 4: SetRunEnds<int32_t>(&ends, out->length); break;
    default: SetRunEnds<int64_t>(&ends, out->length); break;
  }
  run_ends.buffers = {std::move(ends).Publish()};
  out->children = {std::make_shared<const Array>(std::move(run_ends))};
  return TakeChild(*array.children[1], values, out);
}

template <typename T>
void AppendIndices(const Array& array, std::vector<int64_t>* out) {
  const std::span<const T> values = array.Values<T>();
  for (int64_t i = 0; i < array.length; ++i) {
    out->push_back(array.IsValid(i) ? static_cast<int64_t>(values[static_cast<size_t>(i)]) : -1);
  }
}

/// Dictionary indices of each slot, -1 for null.
std::vector<int64_t> DictionaryIndices(const Array& array) {
  std::vector<int64_t> out;
  out.reserve(static_cast<size_t>(array.length));
  switch (array.type.index_type) {
    case TypeId::kInt8: AppendIndices<int8_t>(array, &out); break;
    case TypeId::kUint8: AppendIndices<uint8_t>(array, &out); break;
    case TypeId::kInt16: AppendIndices<int16_t>(array, &out); break;
    case TypeId::kUint16: AppendIndices<uint16_t>(array, &out); break;
    case TypeId::kInt32: AppendIndices<int32_t>(array, &out); break;
    case TypeId::kUint32: AppendIndices<uint32_t>(array, &out); break;
    case TypeId::kUint64: AppendIndices<uint64_t>(array, &out); break;
    default: AppendIndices<int64_t>(array, &out); break;
  }
  return out;
}

template <typename T>
std::vector<int64_t> RunsOf(const Array& array) {
  const std::span<const T> ends = array.children[0]->Values<T>();
  std::vector<int64_t> out;
  out.reserve(static_cast<size_t>(array.length));
  size_t run = 0;
  for (int64_t i = 0; i < array.length; ++i) {
    while (static_cast<int64_t>(ends[run]) <= array.offset + i) {
      ++run;
    }
    out.push_back(static_cast<int64_t>(run));
  }
  return out;
}

}  // namespace

std::vector<int64_t> RunOfEachSlot(const Array& array) {
  switch (array.children[0]->type.id) {
    case TypeId::kInt16: return RunsOf<int16_t>(array);
    case TypeId::kInt32: return RunsOf<int32_t>(array);
    default: return RunsOf<int64_t>(array);
  }
}

Result<Array> Take(const Array& array, std::span<const int64_t> indices) {
  Array out;
  TARACEA_TRY(TakeValidity(array, indices, &out));
  switch (array.type.id) {
    case TypeId::kNull: break;
    case TypeId::kBool: TARACEA_TRY(TakeBools(array, indices, &out)); break;
    case TypeId::kUtf8:
    case TypeId::kBinary: TARACEA_TRY(TakeBinary<int32_t>(array, indices, &out)); break;
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: TARACEA_TRY(TakeBinary<int64_t>(array, indices, &out)); break;
    case TypeId::kUtf8View:
    case TypeId::kBinaryView:
      TARACEA_TRY(TakeFixed(array, indices, 16, &out));
      out.buffers.insert(out.buffers.end(), array.buffers.begin() + 1, array.buffers.end());
      break;
    case TypeId::kList:
    case TypeId::kMap: TARACEA_TRY(TakeList<int32_t>(array, indices, &out)); break;
    case TypeId::kLargeList: TARACEA_TRY(TakeList<int64_t>(array, indices, &out)); break;
    case TypeId::kListView: TARACEA_TRY(TakeListView(array, indices, 4, &out)); break;
    case TypeId::kLargeListView: TARACEA_TRY(TakeListView(array, indices, 8, &out)); break;
    case TypeId::kFixedSizeList: TARACEA_TRY(TakeFixedSizeList(array, indices, &out)); break;
    case TypeId::kStruct: TARACEA_TRY(TakeStruct(array, indices, &out)); break;
    case TypeId::kRunEndEncoded: TARACEA_TRY(TakeRunEnds(array, indices, &out)); break;
    case TypeId::kDictionary:
      TARACEA_TRY(TakeFixed(array, indices, ByteWidth(Type(array.type.index_type)), &out));
      out.dictionary = array.dictionary;
      break;
    default: TARACEA_TRY(TakeFixed(array, indices, ByteWidth(array.type), &out)); break;
  }
  return out;
}

Result<std::shared_ptr<const Array>> UnpackEncoded(const std::shared_ptr<const Array>& array) {
  if (array->type.id == TypeId::kDictionary) {
    TARACEA_TRY_ASSIGN(Array plain, Take(*array->dictionary, DictionaryIndices(*array)));
    return UnpackEncoded(std::make_shared<const Array>(std::move(plain)));
  }
  if (array->type.id == TypeId::kRunEndEncoded) {
    TARACEA_TRY_ASSIGN(Array plain, Take(*array->children[1], RunOfEachSlot(*array)));
    return UnpackEncoded(std::make_shared<const Array>(std::move(plain)));
  }
  std::shared_ptr<Array> changed;
  for (size_t i = 0; i < array->children.size(); ++i) {
    TARACEA_TRY_ASSIGN(std::shared_ptr<const Array> child, UnpackEncoded(array->children[i]));
    if (child == array->children[i]) {
      continue;
    }
    if (changed == nullptr) {
      changed = std::make_shared<Array>(*array);
      changed->type.children = std::make_shared<std::vector<Field>>(*array->type.children);
    }
    auto fields = std::make_shared<std::vector<Field>>(*changed->type.children);
    (*fields)[i].type = child->type;
    changed->type.children = std::move(fields);
    changed->children[i] = std::move(child);
  }
  return changed != nullptr ? std::shared_ptr<const Array>(std::move(changed)) : array;
}

}  // namespace taracea::array
