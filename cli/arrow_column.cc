#include "arrow_column.h"

#include <memory>

namespace taracea::cli {

/// What an exported column keeps alive.
struct ArrowColumn::Exported {
  std::string name;
  std::string format;
  std::vector<std::byte> validity;
  std::vector<std::byte> data;
  std::vector<int32_t> offsets;
  std::vector<const void*> buffers;
  std::vector<std::unique_ptr<ArrowArray>> arrays;
  std::vector<std::unique_ptr<ArrowSchema>> schemas;
  std::vector<ArrowArray*> array_pointers;
  std::vector<ArrowSchema*> schema_pointers;

  /// Releases the children that nobody has moved out, then what the struct holds.
  template <typename T>
  static void Release(T* released) {
    const std::unique_ptr<std::shared_ptr<Exported>> held(
        static_cast<std::shared_ptr<Exported>*>(released->private_data));
    for (int64_t i = 0; i < released->n_children; ++i) {
      if (T* const child = released->children[i]; child->release != nullptr) {
        child->release(child);
      }
    }
    released->release = nullptr;
  }
};

void ArrowColumn::SetBit(std::vector<std::byte>* bits, int64_t i, bool value) {
  const auto byte = static_cast<size_t>(i / 8);
  if (bits->size() <= byte) {
    bits->resize(byte + 1);
  }
  if (value) {
    (*bits)[byte] |= std::byte{1} << (i % 8);
  }
}

void ArrowColumn::Export(ArrowColumn column, ArrowArray* array, ArrowSchema* schema) {
  auto held = std::make_shared<Exported>();
  held->name = std::move(column.name_);
  held->format = std::move(column.format_);
  held->validity = std::move(column.validity_);
  held->data = std::move(column.data_);
  held->offsets = std::move(column.offsets_);
  for (ArrowColumn& child : column.children_) {
    held->arrays.push_back(std::make_unique<ArrowArray>());
    held->schemas.push_back(std::make_unique<ArrowSchema>());
    Export(std::move(child), held->arrays.back().get(), held->schemas.back().get());
    held->array_pointers.push_back(held->arrays.back().get());
    held->schema_pointers.push_back(held->schemas.back().get());
  }
  const std::string& format = held->format;
  held->buffers.push_back(column.null_count_ == 0 ? nullptr : held->validity.data());
  if (format == "+l" || format == "+m" || format == "u" || format == "z") {
    held->buffers.push_back(held->offsets.data());
  }
  if (format[0] != '+') {
    held->buffers.push_back(held->data.data());
  }
  *array = {};
  array->length = column.length_;
  array->null_count = column.null_count_;
  array->n_buffers = static_cast<int64_t>(held->buffers.size());
  array->buffers = held->buffers.data();
  array->n_children = static_cast<int64_t>(held->array_pointers.size());
  array->children = held->array_pointers.data();
  array->release = Exported::Release<ArrowArray>;
  *schema = {};
  schema->format = held->format.c_str();
  schema->name = held->name.c_str();
  // A map's entries and its keys are never null.
  const bool required = held->name == "entries" || held->name == "key";
  schema->flags = required ? 0 : ARROW_FLAG_NULLABLE;
  schema->n_children = static_cast<int64_t>(held->schema_pointers.size());
  schema->children = held->schema_pointers.data();
  schema->release = Exported::Release<ArrowSchema>;
  array->private_data = std::make_unique<std::shared_ptr<Exported>>(held).release();
  schema->private_data = std::make_unique<std::shared_ptr<Exported>>(std::move(held)).release();
}

Result<Batch> ArrowColumn::ToBatch(std::vector<ArrowColumn> columns) {
  ArrowColumn table("", "+s");
  table.length_ = columns.empty() ? 0 : columns[0].length_;
  table.children_ = std::move(columns);
  ArrowArray array;
  ArrowSchema schema;
  Export(std::move(table), &array, &schema);
  return Batch::FromArrow(&array, &schema);
}

}  // namespace taracea::cli
