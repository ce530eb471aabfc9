#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "array/array.h"
#include "array/bitmap.h"
#include "base/arena.h"
#include "base/bytes.h"
#include "base/guard.h"
#include "base/try.h"
#include "taracea/batch.h"

namespace taracea {
namespace {

using array::TypeId;

template <typename T>
TypeId IdOf() {
  if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? TypeId::kFloat : TypeId::kDouble;
  } else if constexpr (std::is_signed_v<T>) {
    return sizeof(T) == 1   ? TypeId::kInt8
           : sizeof(T) == 2 ? TypeId::kInt16
           : sizeof(T) == 4 ? TypeId::kInt32
                            : TypeId::kInt64;
  } else {
    return sizeof(T) == 1   ? TypeId::kUint8
           : sizeof(T) == 2 ? TypeId::kUint16
           : sizeof(T) == 4 ? TypeId::kUint32
                            : TypeId::kUint64;
  }
}

Status SetValidity(std::span<const uint8_t> valid, array::Array* out) {
  if (valid.empty()) {
    return {};
  }
  if (static_cast<int64_t>(valid.size()) != out->length) {
    return Status::InvalidArgument("valid must have one byte a slot, found " + std::to_string(valid.size()) +
                                   " bytes for " + std::to_string(out->length) + " slots");
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer bits,
                     DefaultArena()->AllocateSized(static_cast<size_t>(array::BitmapBytes(out->length))));
  array::FillBits(bits.data(), 0, out->length, true);
  for (size_t i = 0; i < valid.size(); ++i) {
    if (valid[i] == 0) {
      array::ClearBit(bits.data(), static_cast<int64_t>(i));
      ++out->null_count;
    }
  }
  out->validity = std::move(bits).Publish();
  return {};
}

Result<Buffer> CopyOf(ConstBytes bytes) {
  TARACEA_TRY_ASSIGN(OwnedBuffer copy, DefaultArena()->AllocateSized(bytes.size()));
  CopyBytes(copy.data(), bytes.data(), bytes.size());
  return std::move(copy).Publish();
}

Status SetStrings(std::span<const std::string_view> values, array::Array* out) {
  TARACEA_TRY_ASSIGN(OwnedBuffer offsets, DefaultArena()->AllocateSized((values.size() + 1) * sizeof(int64_t)));
  int64_t total = 0;
  offsets.as<int64_t>()[0] = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    total += out->IsValid(static_cast<int64_t>(i)) ? static_cast<int64_t>(values[i].size()) : 0;
    offsets.as<int64_t>()[i + 1] = total;
  }
  TARACEA_TRY_ASSIGN(OwnedBuffer data, DefaultArena()->AllocateSized(static_cast<size_t>(total)));
  for (size_t i = 0; i < values.size(); ++i) {
    const auto begin = offsets.as<int64_t>()[i];
    const auto size = static_cast<size_t>(offsets.as<int64_t>()[i + 1] - begin);
    CopyBytes(data.data() + begin, AsBytes(values[i]).data(), size);
  }
  out->buffers = {std::move(offsets).Publish(), std::move(data).Publish()};
  return {};
}

}  // namespace

struct BatchBuilder::State {
  std::vector<array::Field> fields;
  std::vector<std::shared_ptr<const array::Array>> columns;
  Status failure;

  /// Adds a column that `fill` completes; the first error is kept for Finish.
  template <typename Fill>
  void Add(std::string name, TypeId id, size_t length, std::span<const uint8_t> valid, Fill fill) {
    Status status = Guard([&]() -> Status {
      array::Array column;
      column.type = id;
      column.length = static_cast<int64_t>(length);
      TARACEA_TRY(SetValidity(valid, &column));
      TARACEA_TRY(fill(&column));
      fields.push_back({std::move(name), array::Type(id), !valid.empty(), {}});
      columns.push_back(std::make_shared<const array::Array>(std::move(column)));
      return {};
    });
    if (!status.ok() && failure.ok()) {
      failure = std::move(status);
    }
  }
};

BatchBuilder::BatchBuilder() : state_(std::make_unique<State>()) {}
BatchBuilder::~BatchBuilder() = default;
BatchBuilder::BatchBuilder(BatchBuilder&&) noexcept = default;
BatchBuilder& BatchBuilder::operator=(BatchBuilder&&) noexcept = default;

template <typename T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
BatchBuilder& BatchBuilder::Add(std::string name, std::span<const T> values, std::span<const uint8_t> valid) {
  state_->Add(std::move(name), IdOf<T>(), values.size(), valid, [&](array::Array* column) -> Status {
    TARACEA_TRY_ASSIGN(Buffer copy, CopyOf(BytesOf(values.data(), values.size())));
    column->buffers = {std::move(copy)};
    return {};
  });
  return *this;
}

template BatchBuilder& BatchBuilder::Add(std::string, std::span<const int8_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const int16_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const int32_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const int64_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const uint8_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const uint16_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const uint32_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const uint64_t>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const float>, std::span<const uint8_t>);
template BatchBuilder& BatchBuilder::Add(std::string, std::span<const double>, std::span<const uint8_t>);

BatchBuilder& BatchBuilder::AddBools(std::string name, std::span<const uint8_t> values,
                                     std::span<const uint8_t> valid) {
  state_->Add(std::move(name), TypeId::kBool, values.size(), valid, [&](array::Array* column) -> Status {
    TARACEA_TRY_ASSIGN(OwnedBuffer bits,
                       DefaultArena()->AllocateSized(static_cast<size_t>(array::BitmapBytes(column->length))));
    array::FillBits(bits.data(), 0, column->length, false);
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] != 0) {
        array::SetBit(bits.data(), static_cast<int64_t>(i));
      }
    }
    column->buffers = {std::move(bits).Publish()};
    return {};
  });
  return *this;
}

BatchBuilder& BatchBuilder::AddStrings(std::string name, std::span<const std::string_view> values,
                                       std::span<const uint8_t> valid) {
  state_->Add(std::move(name), TypeId::kLargeUtf8, values.size(), valid,
              [&](array::Array* column) { return SetStrings(values, column); });
  return *this;
}

BatchBuilder& BatchBuilder::AddBinary(std::string name, std::span<const std::string_view> values,
                                      std::span<const uint8_t> valid) {
  state_->Add(std::move(name), TypeId::kLargeBinary, values.size(), valid,
              [&](array::Array* column) { return SetStrings(values, column); });
  return *this;
}

Result<Batch> BatchBuilder::Finish() {
  State state = std::exchange(*state_, State());
  TARACEA_TRY(std::move(state.failure));
  return Guard([&]() -> Result<Batch> {
    array::RecordBatch batch;
    std::set<std::string_view> names;
    for (size_t i = 0; i < state.columns.size(); ++i) {
      const array::Array& column = *state.columns[i];
      if (column.length != state.columns.front()->length) {
        return Status::InvalidArgument("column '" + state.fields[i].name + "' has " + std::to_string(column.length) +
                                       " rows, the first one " + std::to_string(state.columns.front()->length));
      }
      if (!names.insert(state.fields[i].name).second) {
        return Status::InvalidArgument("two columns are called '" + state.fields[i].name + "'");
      }
      TARACEA_TRY(array::Validate(column, true));
    }
    batch.length = state.columns.empty() ? 0 : state.columns.front()->length;
    batch.columns = std::move(state.columns);
    batch.fields = std::make_shared<const std::vector<array::Field>>(std::move(state.fields));
    return Batch(std::make_shared<const array::RecordBatch>(std::move(batch)));
  });
}

}  // namespace taracea
