#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "array/array.h"
#include "array/bitmap.h"

namespace taracea::testing {

using SharedArray = std::shared_ptr<const array::Array>;

/// Makes a validity bitmap and its null count; no bitmap when every slot is valid.
inline void SetValidity(array::Array& out, const std::vector<bool>& valid) {
  std::vector<std::byte> bits(static_cast<size_t>(array::BitmapBytes(static_cast<int64_t>(valid.size()))));
  out.null_count = 0;
  for (size_t i = 0; i < valid.size(); ++i) {
    if (valid[i]) {
      array::SetBit(bits.data(), static_cast<int64_t>(i));
    } else {
      ++out.null_count;
    }
  }
  if (out.null_count != 0) {
    out.validity = Buffer::CopyOf(bits);
  }
}

template <typename T>
Buffer BufferOf(const std::vector<T>& values) {
  return Buffer::CopyOf(BytesOf(values.data(), values.size()));
}

/// Makes an array of a fixed-width type from its values; T must have the type's width. Null slots hold 0x55.
template <typename T>
array::Array FixedArray(array::Type type, const std::vector<std::optional<T>>& values) {
  array::Array out;
  out.type = std::move(type);
  out.length = static_cast<int64_t>(values.size());
  std::vector<T> plain;
  std::vector<bool> valid;
  for (const auto& value : values) {
    T garbage;
    std::memset(static_cast<void*>(&garbage), 0x55, sizeof(T));
    plain.push_back(value.value_or(garbage));
    valid.push_back(value.has_value());
  }
  SetValidity(out, valid);
  out.buffers.push_back(BufferOf(plain));
  return out;
}

inline array::Array BoolArray(const std::vector<std::optional<bool>>& values) {
  array::Array out;
  out.type = array::TypeId::kBool;
  out.length = static_cast<int64_t>(values.size());
  std::vector<std::byte> bits(static_cast<size_t>(array::BitmapBytes(out.length)));
  std::vector<bool> valid;
  for (size_t i = 0; i < values.size(); ++i) {
    valid.push_back(values[i].has_value());
    if (values[i].value_or(true)) {
      array::SetBit(bits.data(), static_cast<int64_t>(i));
    }
  }
  SetValidity(out, valid);
  out.buffers.push_back(Buffer::CopyOf(bits));
  return out;
}

namespace detail {

template <typename OffsetT>
void FillBinary(array::Array& out, const std::vector<std::optional<std::string>>& values) {
  std::vector<OffsetT> offsets{0};
  std::string data;
  for (const auto& value : values) {
    // Null slots keep bytes of their own: garbage that no reader may look at.
    data += value.value_or("\xFFgarbage");
    offsets.push_back(static_cast<OffsetT>(data.size()));
  }
  out.buffers.push_back(BufferOf(offsets));
  out.buffers.push_back(Buffer::CopyOf(AsBytes(data)));
}

inline void FillViews(array::Array& out, const std::vector<std::optional<std::string>>& values) {
  std::vector<std::byte> views;
  std::string data;
  for (const auto& value : values) {
    std::byte view[16] = {};
    const std::string text = value.value_or("");
    Store(view, value ? static_cast<int32_t>(text.size()) : int32_t{-1});
    if (text.size() <= array::kInlineViewBytes) {
      CopyBytes(view + 4, AsBytes(text).data(), text.size());
    } else {
      CopyBytes(view + 4, AsBytes(text).data(), 4);
      Store(view + 8, int32_t{0});
      Store(view + 12, static_cast<int32_t>(data.size()));
      data += text;
    }
    views.insert(views.end(), view, view + 16);
  }
  out.buffers.push_back(Buffer::CopyOf(views));
  out.buffers.push_back(Buffer::CopyOf(AsBytes(data)));
}

}  // namespace detail

/// Makes an array of any utf8 or binary type, views included.
inline array::Array BinaryArray(array::TypeId id, const std::vector<std::optional<std::string>>& values) {
  array::Array out;
  out.type = id;
  out.length = static_cast<int64_t>(values.size());
  std::vector<bool> valid;
  for (const auto& value : values) {
    valid.push_back(value.has_value());
  }
  SetValidity(out, valid);
  if (array::IsView(id)) {
    detail::FillViews(out, values);
  } else if (array::HasOffsets64(id)) {
    detail::FillBinary<int64_t>(out, values);
  } else {
    detail::FillBinary<int32_t>(out, values);
  }
  return out;
}

inline array::Array Utf8Array(const std::vector<std::optional<std::string>>& values) {
  return BinaryArray(array::TypeId::kUtf8, values);
}

inline array::Array Int32Array(const std::vector<std::optional<int32_t>>& values) {
  return FixedArray<int32_t>(array::TypeId::kInt32, values);
}

inline array::Array Int64Array(const std::vector<std::optional<int64_t>>& values) {
  return FixedArray<int64_t>(array::TypeId::kInt64, values);
}

/// Makes a list of any offset-based kind; `sizes` gives each slot's length, nothing for a null one (which then has
/// none). The sizes must sum up to the elements' length.
inline array::Array ListArray(const std::vector<std::optional<int64_t>>& sizes, array::Array elements,
                              array::TypeId id = array::TypeId::kList, bool element_nullable = true) {
  array::Array out;
  out.type = array::Type::List({"element", elements.type, element_nullable, {}}, id);
  out.length = static_cast<int64_t>(sizes.size());
  std::vector<int32_t> offsets{0};
  std::vector<int64_t> offsets64{0};
  std::vector<bool> valid;
  for (const auto& size : sizes) {
    valid.push_back(size.has_value());
    offsets64.push_back(offsets64.back() + size.value_or(0));
    offsets.push_back(static_cast<int32_t>(offsets64.back()));
  }
  SetValidity(out, valid);
  out.buffers.push_back(id == array::TypeId::kLargeList ? BufferOf(offsets64) : BufferOf(offsets));
  out.children.push_back(std::make_shared<const array::Array>(std::move(elements)));
  return out;
}

/// Makes a struct of named children of one length; `valid` empty: all valid.
inline array::Array StructArray(const std::vector<std::pair<std::string, array::Array>>& fields,
                                const std::vector<bool>& valid = {}) {
  array::Array out;
  std::vector<array::Field> types;
  for (const auto& [name, child] : fields) {
    types.push_back({name, child.type, true, {}});
    out.length = child.length;
    out.children.push_back(std::make_shared<const array::Array>(child));
  }
  out.type = array::Type::Struct(std::move(types));
  SetValidity(out, valid);
  return out;
}

/// Makes a map; `sizes` as in ListArray.
inline array::Array MapArray(const std::vector<std::optional<int64_t>>& sizes, const array::Array& keys,
                             const array::Array& values) {
  array::Array entries = StructArray({{"key", keys}, {"value", values}});
  array::Array out = ListArray(sizes, entries);
  out.type = array::Type::Map({"key", keys.type, false, {}}, {"value", values.type, true, {}});
  entries.type = out.type.child(0).type;
  out.children[0] = std::make_shared<const array::Array>(std::move(entries));
  return out;
}

/// Makes a dictionary array with int32 indices.
inline array::Array DictionaryArray(const std::vector<std::optional<int32_t>>& indices, array::Array values) {
  array::Array out = Int32Array(indices);
  out.type = array::Type::Dictionary(array::TypeId::kInt32, values.type);
  out.dictionary = std::make_shared<const array::Array>(std::move(values));
  return out;
}

/// Makes a run-end array with int32 run ends.
inline array::Array RunEndArray(const std::vector<int32_t>& run_ends, array::Array values) {
  array::Array out;
  out.type = array::Type::RunEndEncoded(array::TypeId::kInt32, {"values", values.type, true, {}});
  out.length = run_ends.empty() ? 0 : run_ends.back();
  array::Array ends;
  ends.type = array::TypeId::kInt32;
  ends.length = static_cast<int64_t>(run_ends.size());
  ends.buffers.push_back(BufferOf(run_ends));
  out.children.push_back(std::make_shared<const array::Array>(std::move(ends)));
  out.children.push_back(std::make_shared<const array::Array>(std::move(values)));
  return out;
}

inline SharedArray Share(array::Array array) {
  return std::make_shared<const array::Array>(std::move(array));
}

}  // namespace taracea::testing
