#include "arrow/array_export.h"

#include <memory>
#include <vector>

#include "arrow/owned_c_struct.h"
#include "base/guard.h"

namespace taracea::arrow {
namespace {

using array::Array;
using array::RecordBatch;
using array::TypeId;

// Some consumers take a null pointer for a fault even where no byte is expected.
alignas(64) constexpr std::byte kNoBytes[64] = {};

/// What an exported ArrowArray points into; each child has its own, so that it may be moved out.
struct ArrayMemory {
  std::vector<Buffer> buffers;
  std::vector<const void*> buffer_pointers;
  std::vector<int64_t> view_sizes;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_pointers;
  ArrowArray dictionary{};
};

void ReleaseIfHeld(ArrowArray* array) noexcept {
  if (array->release != nullptr) {
    array->release(array);
  }
}

extern "C" void TaraceaReleaseArray(ArrowArray* array) {
  const std::unique_ptr<ArrayMemory> memory(static_cast<ArrayMemory*>(array->private_data));
  for (ArrowArray& child : memory->children) {
    ReleaseIfHeld(&child);
  }
  ReleaseIfHeld(&memory->dictionary);
  array->release = nullptr;
  array->private_data = nullptr;
}

/// Gives `out` memory of its own; from then on it can be released.
ArrayMemory& Own(ArrowArray* out) {
  auto memory = std::make_unique<ArrayMemory>();
  *out = ArrowArray{};
  out->private_data = memory.get();
  out->release = &TaraceaReleaseArray;
  return *memory.release();
}

void AppendBuffer(const Buffer& buffer, Arena* arena, ArrayMemory* memory) {
  memory->buffers.push_back(buffer);
  memory->buffer_pointers.push_back(buffer.data() == nullptr ? static_cast<const void*>(kNoBytes) : buffer.data());
  if (arena != nullptr) {
    arena->MarkExported(buffer);
  }
}

void FillBuffers(const Array& array, Arena* arena, ArrayMemory* memory) {
  if (array.type.id != TypeId::kNull && array.type.id != TypeId::kRunEndEncoded) {
    if (array.null_count == 0 || array.validity.empty()) {
      memory->buffer_pointers.push_back(nullptr);
    } else {
      AppendBuffer(array.validity, arena, memory);
    }
  }
  for (const Buffer& buffer : array.buffers) {
    AppendBuffer(buffer, arena, memory);
  }
  if (array::IsView(array.type.id)) {
    for (size_t i = 1; i < array.buffers.size(); ++i) {
      memory->view_sizes.push_back(static_cast<int64_t>(array.buffers[i].size()));
    }
    memory->buffer_pointers.push_back(memory->view_sizes.empty() ? static_cast<const void*>(kNoBytes)
                                                                 : memory->view_sizes.data());
  }
}

void FillArray(const Array& array, Arena* arena, ArrowArray* out) {
  ArrayMemory& memory = Own(out);
  FillBuffers(array, arena, &memory);
  memory.children.resize(array.children.size());
  for (size_t i = 0; i < array.children.size(); ++i) {
    FillArray(*array.children[i], arena, &memory.children[i]);
    memory.child_pointers.push_back(&memory.children[i]);
  }
  if (array.dictionary != nullptr) {
    FillArray(*array.dictionary, arena, &memory.dictionary);
    out->dictionary = &memory.dictionary;
  }
  out->length = array.length;
  // Consumers measure buffers by length and offset, and some call those of an empty array too short for its offset.
  out->offset = array.length == 0 ? 0 : array.offset;
  out->null_count = array.type.id == TypeId::kNull            ? array.length
                    : array.type.id == TypeId::kRunEndEncoded ? 0
                                                              : array.null_count;
  out->n_buffers = static_cast<int64_t>(memory.buffer_pointers.size());
  out->buffers = memory.buffer_pointers.data();
  out->n_children = static_cast<int64_t>(memory.children.size());
  out->children = memory.child_pointers.data();
}

void FillBatch(const RecordBatch& batch, Arena* arena, ArrowArray* out) {
  ArrayMemory& memory = Own(out);
  memory.buffer_pointers.push_back(nullptr);
  memory.children.resize(batch.columns.size());
  for (size_t i = 0; i < batch.columns.size(); ++i) {
    FillArray(*batch.columns[i], arena, &memory.children[i]);
    memory.child_pointers.push_back(&memory.children[i]);
  }
  out->length = batch.length;
  out->n_buffers = 1;
  out->buffers = memory.buffer_pointers.data();
  out->n_children = static_cast<int64_t>(memory.children.size());
  out->children = memory.child_pointers.data();
}

template <typename Fill>
Status ExportGuarded(ArrowArray* out, Fill&& fill) {
  Owned<ArrowArray> exported;
  const Status status = Guard([&]() -> Status {
    fill(exported.get());
    return {};
  });
  if (status.ok()) {
    exported.MoveTo(out);
  }
  return status;
}

}  // namespace

Status ExportArray(const Array& array, ArrowArray* out, Arena* arena) {
  return ExportGuarded(out, [&](ArrowArray* to) { FillArray(array, arena, to); });
}

Status ExportBatch(const RecordBatch& batch, ArrowArray* out, Arena* arena) {
  return ExportGuarded(out, [&](ArrowArray* to) { FillBatch(batch, arena, to); });
}

}  // namespace taracea::arrow
