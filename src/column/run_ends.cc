#include "column/run_ends.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "array/bitmap.h"
#include "array/take.h"
#include "base/bytes.h"
#include "base/try.h"

namespace taracea::column {
namespace {

using array::TypeId;

bool SlotsEqual(const array::Array& a, int64_t i, int64_t j) {
  const bool valid = a.IsValid(i);
  if (valid != a.IsValid(j) || !valid) {
    return valid == a.IsValid(j);
  }
  if (a.type.id == TypeId::kBool) {
    return array::GetBit(a.buffers[0].data(), a.offset + i) == array::GetBit(a.buffers[0].data(), a.offset + j);
  }
  if (array::IsBinaryLike(a.type.id)) {
    return a.BinaryValue(i) == a.BinaryValue(j);
  }
  const int64_t width = array::ByteWidth(a.type);
  const std::byte* values = a.buffers[0].data();
  return std::memcmp(values + (a.offset + i) * width, values + (a.offset + j) * width, static_cast<size_t>(width)) == 0;
}

template <typename T>
Status WriteRunEnds(const std::vector<int64_t>& ends, OwnedBuffer* out) {
  if (!ends.empty() && !std::in_range<T>(ends.back())) {
    return Status::InvalidArgument("a batch has more rows than its run-end type can count: " +
                                   std::to_string(ends.back()));
  }
  std::transform(ends.begin(), ends.end(), out->as<T>(), [](int64_t end) { return static_cast<T>(end); });
  return {};
}

}  // namespace

std::vector<int64_t> FindRunEnds(const array::Array& plain) {
  std::vector<int64_t> ends;
  for (int64_t i = 1; i <= plain.length; ++i) {
    if (i == plain.length || !SlotsEqual(plain, i - 1, i)) {
      ends.push_back(i);
    }
  }
  return ends;
}

Result<array::Array> EncodeRunEnds(const array::Type& type, const array::Array& plain,
                                   const std::shared_ptr<Arena>& arena) {
  const std::vector<int64_t> ends = FindRunEnds(plain);
  array::Array run_ends;
  run_ends.type = type.child(0).type;
  run_ends.length = static_cast<int64_t>(ends.size());
  const auto width = static_cast<size_t>(array::ByteWidth(run_ends.type));
  TARACEA_TRY_ASSIGN(OwnedBuffer buffer, arena->AllocateSized(ends.size() * width));
  switch (run_ends.type.id) {
    case TypeId::kInt16: TARACEA_TRY(WriteRunEnds<int16_t>(ends, &buffer)); break;
    case TypeId::kInt32: TARACEA_TRY(WriteRunEnds<int32_t>(ends, &buffer)); break;
    default: TARACEA_TRY(WriteRunEnds<int64_t>(ends, &buffer)); break;
  }
  run_ends.buffers = {std::move(buffer).Publish()};

  std::vector<int64_t> firsts;
  firsts.reserve(ends.size());
  int64_t begin = 0;
  for (const int64_t end : ends) {
    firsts.push_back(begin);
    begin = end;
  }
  array::Array out;
  out.type = type;
  out.length = plain.length;
  TARACEA_TRY_ASSIGN(array::Array values, array::Take(plain, firsts));
  out.children = {std::make_shared<const array::Array>(std::move(run_ends)),
                  std::make_shared<const array::Array>(std::move(values))};
  return out;
}

}  // namespace taracea::column
