#include "column/binary_layout.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "array/bitmap.h"
#include "base/bytes.h"
#include "base/try.h"
#include "base/utf8.h"

namespace taracea::column {
namespace {

constexpr int64_t kInlineViewBytes = 12;
constexpr size_t kViewBytes = 16;

template <typename OffsetT>
int64_t FirstBadValue(const OffsetT* offsets, const std::byte* data, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const auto length = static_cast<size_t>(offsets[i + 1] - offsets[i]);
    if (!IsValidUtf8({data + offsets[i], length})) {
      return i;
    }
  }
  return -1;
}

/// One pass over the joined bytes, one over the starts: valid as a whole and cut at no continuation byte means valid
/// one by one.
template <typename OffsetT>
bool AllValid(const OffsetT* offsets, const std::byte* data, int64_t count) {
  const auto begin = static_cast<int64_t>(offsets[0]);
  const auto end = static_cast<int64_t>(offsets[count]);
  if (!IsValidUtf8({data + begin, static_cast<size_t>(end - begin)})) {
    return false;
  }
  bool cut = false;
  for (int64_t i = 0; i < count; ++i) {
    cut |= offsets[i] < end && IsUtf8Continuation(data[offsets[i]]);
  }
  return !cut;
}

constexpr std::byte kReplacement[] = {std::byte{0xEF}, std::byte{0xBF}, std::byte{0xBD}};

/// Appends `value` with U+FFFD in place of each byte that begins no sequence.
Status AppendReplaced(ConstBytes value, OwnedBuffer* out) {
  while (!value.empty()) {
    const size_t bad = FindInvalidUtf8(value);
    if (bad == kUtf8Valid) {
      return out->Append(value);
    }
    TARACEA_TRY(out->Append(value.first(bad)));
    TARACEA_TRY(out->Append(kReplacement));
    value = value.subspan(bad + 1);
  }
  return {};
}

template <typename OffsetT>
Status Replace(LeafRows* rows, const LeafArrayOptions& options) {
  OffsetT* offsets = rows->offsets.as<OffsetT>();
  TARACEA_TRY_ASSIGN(OwnedBuffer replaced, options.arena->Allocate(rows->values.size()));
  OffsetT begin = offsets[0];
  for (int64_t i = 0; i < rows->value_count; ++i) {
    const OffsetT end = offsets[i + 1];
    TARACEA_TRY(AppendReplaced({rows->values.data() + begin, static_cast<size_t>(end - begin)}, &replaced));
    if (replaced.size() > static_cast<size_t>(std::numeric_limits<OffsetT>::max())) {
      return Status::LimitExceeded("replacing invalid UTF-8 makes a batch larger than its offsets can hold");
    }
    begin = end;
    offsets[i + 1] = static_cast<OffsetT>(replaced.size());
  }
  offsets[0] = 0;
  rows->values = std::move(replaced);
  return {};
}

template <typename OffsetT>
Status CheckOrReplace(LeafRows* rows, const LeafArrayOptions& options) {
  const OffsetT* offsets = rows->offsets.as<OffsetT>();
  if (AllValid(offsets, rows->values.data(), rows->value_count)) {
    return {};
  }
  if (options.invalid_utf8 == InvalidUtf8::kReplace) {
    return Replace<OffsetT>(rows, options);
  }
  const int64_t bad = FirstBadValue(offsets, rows->values.data(), rows->value_count);
  return Status::Corrupt("a text value is not UTF-8: value " + std::to_string(bad) + " of the batch");
}

template <typename OffsetT>
void SpreadFromTheBack(OffsetT* offsets, const array::Array& array) {
  int64_t value = array.length - array.null_count;
  const std::byte* bits = array.validity.data();
  for (int64_t slot = array.length; slot > 0; --slot) {
    offsets[slot] = offsets[value];
    value -= array::GetBit(bits, slot - 1) ? 1 : 0;
  }
}

template <typename OffsetT>
Status FillViews(const LeafRows& rows, const array::Array& array, std::byte* views) {
  const OffsetT* offsets = rows.offsets.as<OffsetT>();
  if (static_cast<int64_t>(offsets[rows.value_count]) > std::numeric_limits<int32_t>::max()) {
    return Status::LimitExceeded("a batch of views holds more than 2 GiB; ask for fewer batch_rows");
  }
  const std::byte* bits = array.null_count > 0 ? array.validity.data() : nullptr;
  int64_t value = 0;
  for (int64_t slot = 0; slot < array.length; ++slot) {
    std::byte* view = views + slot * static_cast<int64_t>(kViewBytes);
    std::memset(view, 0, kViewBytes);
    if (bits != nullptr && !array::GetBit(bits, slot)) {
      continue;
    }
    const std::byte* bytes = rows.values.data() + offsets[value];
    const auto length = static_cast<int64_t>(offsets[value + 1] - offsets[value]);
    Store(view, static_cast<int32_t>(length));
    if (length <= kInlineViewBytes) {
      CopyBytes(view + 4, bytes, static_cast<size_t>(length));
    } else {
      std::memcpy(view + 4, bytes, 4);
      Store(view + 12, static_cast<int32_t>(offsets[value]));
    }
    ++value;
  }
  return {};
}

}  // namespace

Status CheckOrReplaceUtf8(LeafRows* rows, const LeafArrayOptions& options) {
  if (rows->value_count == 0) {
    return {};
  }
  return rows->form == ValueForm::kOffsets32 ? CheckOrReplace<int32_t>(rows, options)
                                             : CheckOrReplace<int64_t>(rows, options);
}

Status FitOffsets(bool want_64, LeafRows* rows, const LeafArrayOptions& options) {
  const auto slots = static_cast<size_t>(rows->entry_count);
  if (rows->offsets.size() == 0) {  // No rows at all: offsets still begin with 0.
    TARACEA_TRY_ASSIGN(rows->offsets, options.arena->AllocateSized((slots + 1) * sizeof(int64_t)));
    std::memset(rows->offsets.data(), 0, rows->offsets.size());
    rows->form = want_64 ? ValueForm::kOffsets64 : ValueForm::kOffsets32;
    return {};
  }
  const ValueForm wanted = want_64 ? ValueForm::kOffsets64 : ValueForm::kOffsets32;
  if (rows->form == wanted) {
    return {};
  }
  const int64_t count = rows->value_count + 1;
  const size_t offset_bytes = want_64 ? sizeof(int64_t) : sizeof(int32_t);
  TARACEA_TRY_ASSIGN(OwnedBuffer fitted, options.arena->AllocateSized((slots + 1) * offset_bytes));
  if (want_64) {
    std::copy_n(rows->offsets.as<int32_t>(), count, fitted.as<int64_t>());
  } else {
    const int64_t* wide = rows->offsets.as<int64_t>();
    if (wide[rows->value_count] > std::numeric_limits<int32_t>::max()) {
      return Status::LimitExceeded("a batch holds more bytes than 32-bit offsets can: " +
                                   std::to_string(wide[rows->value_count]));
    }
    std::transform(wide, wide + count, fitted.as<int32_t>(), [](int64_t o) { return static_cast<int32_t>(o); });
  }
  rows->offsets = std::move(fitted);
  rows->form = wanted;
  return {};
}

void SpreadOffsets(LeafRows* rows, const array::Array& array) {
  const size_t offset_bytes = rows->form == ValueForm::kOffsets64 ? sizeof(int64_t) : sizeof(int32_t);
  rows->offsets.SetSize((static_cast<size_t>(array.length) + 1) * offset_bytes);
  if (array.null_count == 0) {
    return;
  }
  if (rows->form == ValueForm::kOffsets64) {
    SpreadFromTheBack(rows->offsets.as<int64_t>(), array);
  } else {
    SpreadFromTheBack(rows->offsets.as<int32_t>(), array);
  }
}

Status MakeViews(LeafRows&& rows, const LeafArrayOptions& options, array::Array* out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer views, options.arena->AllocateSized(static_cast<size_t>(out->length) * kViewBytes));
  if (rows.value_count == 0) {
    std::memset(views.data(), 0, views.size());
  } else if (rows.form == ValueForm::kOffsets32) {
    TARACEA_TRY(FillViews<int32_t>(rows, *out, views.data()));
  } else {
    TARACEA_TRY(FillViews<int64_t>(rows, *out, views.data()));
  }
  out->buffers = {std::move(views).Publish(), std::move(rows.values).Publish()};
  return {};
}

}  // namespace taracea::column
