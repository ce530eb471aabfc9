#include "array/plain_size.h"

#include <algorithm>

#include "array/bitmap.h"
#include "array/indirection.h"

namespace taracea::array {
namespace {

constexpr int64_t kLengthBytes = 4;

/// What every slot takes, null or not.
int64_t SlotBytes(const Type& type) {
  if (type.id == TypeId::kStruct || type.id == TypeId::kDictionary || type.id == TypeId::kRunEndEncoded) {
    return 0;
  }
  if (IsBinaryLike(type.id) || IsView(type.id)) {
    return kLengthBytes;
  }
  const bool has_width = !IsNested(type.id) && type.id != TypeId::kNull && type.id != TypeId::kBool;
  return has_width ? ByteWidth(type) : 1;
}

/// Adds up bytes until a limit is reached.
class Meter {
 public:
  explicit Meter(int64_t limit_bytes) noexcept : left_(limit_bytes) {}

  void Add(const Array& array, int64_t start, int64_t count);
  bool is_full() const noexcept { return left_ <= 0; }
  int64_t left_bytes() const noexcept { return std::max<int64_t>(left_, 0); }

 private:
  void Take(int64_t count, int64_t width_bytes) noexcept {
    left_ = width_bytes > 0 && count > left_ / width_bytes ? 0 : left_ - count * width_bytes;
  }
  template <typename OffsetT>
  void AddBinary(const Array& array, int64_t start, int64_t count);
  void AddBinaryViews(const Array& array, int64_t start, int64_t count);
  template <typename OffsetT>
  void AddLists(const Array& array, int64_t start, int64_t count);
  template <typename OffsetT>
  void AddListViews(const Array& array, int64_t start, int64_t count);
  void AddFixedSizeLists(const Array& array, int64_t start, int64_t count);
  void AddStructs(const Array& array, int64_t start, int64_t count);
  void AddDictionary(const Array& array, int64_t start, int64_t count);
  void AddRuns(const Array& array, int64_t start, int64_t count);

  int64_t left_;
};

/// Calls fn(start, count) for the runs of valid slots in [start, start + count).
template <typename Fn>
void ForEachValidRun(const Array& array, int64_t start, int64_t count, Fn fn) {
  if (array.null_count == 0 || !array.validity) {
    fn(start, count);
    return;
  }
  SetBitRuns runs(array.validity.data(), array.offset + start, count);
  for (BitRun run{}; runs.Next(&run);) {
    fn(start + run.start, run.count);
  }
}

template <typename OffsetT>
void Meter::AddBinary(const Array& array, int64_t start, int64_t count) {
  const OffsetT* offsets = array.Offsets<OffsetT>().data();
  ForEachValidRun(array, start, count, [&](int64_t first, int64_t run) {
    Take(static_cast<int64_t>(offsets[first + run]) - static_cast<int64_t>(offsets[first]), 1);
  });
}

void Meter::AddBinaryViews(const Array& array, int64_t start, int64_t count) {
  ForEachValidRun(array, start, count, [&](int64_t first, int64_t run) {
    for (int64_t i = first; i < first + run && !is_full(); ++i) {
      Take(static_cast<int64_t>(array.BinaryValue(i).size()), 1);
    }
  });
}

template <typename OffsetT>
void Meter::AddLists(const Array& array, int64_t start, int64_t count) {
  const OffsetT* offsets = array.Offsets<OffsetT>().data();
  ForEachValidRun(array, start, count, [&](int64_t first, int64_t run) {
    Add(*array.children.front(), offsets[first], offsets[first + run] - offsets[first]);
  });
}

template <typename OffsetT>
void Meter::AddListViews(const Array& array, int64_t start, int64_t count) {
  const OffsetT* offsets = reinterpret_cast<const OffsetT*>(array.buffers[0].data()) + array.offset;
  const OffsetT* sizes = reinterpret_cast<const OffsetT*>(array.buffers[1].data()) + array.offset;
  ForEachValidRun(array, start, count, [&](int64_t first, int64_t run) {
    for (int64_t i = first; i < first + run && !is_full(); ++i) {
      Add(*array.children.front(), offsets[i], sizes[i]);
    }
  });
}

void Meter::AddFixedSizeLists(const Array& array, int64_t start, int64_t count) {
  const int64_t size = array.type.list_size;
  ForEachValidRun(array, start, count, [&](int64_t first, int64_t run) {
    Add(*array.children.front(), (array.offset + first) * size, run * size);
  });
}

void Meter::AddStructs(const Array& array, int64_t start, int64_t count) {
  ForEachValidRun(array, start, count, [&](int64_t first, int64_t run) {
    for (const std::shared_ptr<const Array>& child : array.children) {
      Add(*child, array.offset + first, run);
    }
  });
}

void Meter::AddDictionary(const Array& array, int64_t start, int64_t count) {
  int64_t nulls = count;
  ForEachValidRun(array, start, count, [&](int64_t first, int64_t run) {
    nulls -= run;
    for (int64_t i = first; i < first + run && !is_full(); ++i) {
      Add(*array.dictionary, DictionaryIndex(array, i), 1);
    }
  });
  Take(nulls, SlotBytes(array.dictionary->type));
}

void Meter::AddRuns(const Array& array, int64_t start, int64_t count) {
  for (int64_t i = start; i < start + count && !is_full();) {
    const PhysicalRun run = FindRun(array, i);
    const int64_t slots = std::min(run.count, start + count - i);
    Meter one(left_bytes());
    one.Add(*array.children[1], run.index, 1);
    Take(slots, left_bytes() - one.left_bytes());
    i += slots;
  }
}

void Meter::Add(const Array& array, int64_t start, int64_t count) {
  if (count == 0 || is_full()) {
    return;
  }
  Take(count, SlotBytes(array.type));
  switch (array.type.id) {
    case TypeId::kUtf8:
    case TypeId::kBinary: return AddBinary<int32_t>(array, start, count);
    case TypeId::kLargeUtf8:
    case TypeId::kLargeBinary: return AddBinary<int64_t>(array, start, count);
    case TypeId::kUtf8View:
    case TypeId::kBinaryView: return AddBinaryViews(array, start, count);
    case TypeId::kStruct: return AddStructs(array, start, count);
    case TypeId::kList:
    case TypeId::kMap: return AddLists<int32_t>(array, start, count);
    case TypeId::kLargeList: return AddLists<int64_t>(array, start, count);
    case TypeId::kListView: return AddListViews<int32_t>(array, start, count);
    case TypeId::kLargeListView: return AddListViews<int64_t>(array, start, count);
    case TypeId::kFixedSizeList: return AddFixedSizeLists(array, start, count);
    case TypeId::kDictionary: return AddDictionary(array, start, count);
    case TypeId::kRunEndEncoded: return AddRuns(array, start, count);
    default: return;
  }
}

}  // namespace

int64_t PlainSize(const Array& array, int64_t start, int64_t count, int64_t limit_bytes) {
  Meter meter(limit_bytes);
  meter.Add(array, start, count);
  return limit_bytes - meter.left_bytes();
}

}  // namespace taracea::array
