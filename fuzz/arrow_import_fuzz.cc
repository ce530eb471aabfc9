// Arrow C structs made from any bytes. Format strings, names, counts, lengths, offsets and contents of buffers are the
// fuzzer's. The interface says no sizes of buffers, so all are as long as the largest length, offset and last entry of
// offsets that the forge makes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/array_export.h"
#include "arrow/array_import.h"
#include "arrow/schema_export.h"
#include "arrow/schema_import.h"
#include "base/byte_cursor.h"

using taracea::ByteCursor;
using taracea::ConstBytes;
using taracea::array::Array;
using taracea::array::Field;

namespace {

constexpr int64_t kMaxSlots = 63;
constexpr size_t kBufferBytes = (2 * kMaxSlots + 2) * 64;
constexpr const char* kFormats[] = {"n",   "b",  "c",  "S",    "i",     "l",    "g",         "u",  "U",    "z",
                                    "Z",   "vu", "vz", "w:3",  "d:9,2", "tdD",  "tin",       "+l", "+L",   "+vl",
                                    "+vL", "+s", "+m", "+w:2", "+r",    "tsu:", "d:5,1,256", "s",  "+w:0", "w:0"};

void Require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

/// Builds a tree of schema and array structs in memory of its own.
class StructForge {
 public:
  explicit StructForge(ConstBytes bytes) : cursor_(bytes) {}

  void Build(ArrowSchema* schema, ArrowArray* array, int depth) {
    *schema = ArrowSchema{};
    *array = ArrowArray{};
    schema->release = [](ArrowSchema* released) { released->release = nullptr; };
    array->release = [](ArrowArray* released) { released->release = nullptr; };
    const uint8_t choice = Byte();
    schema->format = choice < 250 ? kFormats[choice % std::size(kFormats)] : Text();
    has_free_format_ = has_free_format_ || choice >= 250;
    schema->name = choice % 2 == 0 ? nullptr : "name";
    schema->flags = Byte() & 7;
    array->length = Byte() % (kMaxSlots + 1);
    array->offset = Byte() % 8;
    array->null_count = static_cast<int8_t>(Byte()) % 4 - 1;
    BuildBuffers(schema->format, array);
    BuildChildren(schema, array, depth);
  }

  /// Whether a format may ask for buffers longer than those of the forge.
  bool has_free_format() const { return has_free_format_; }

 private:
  uint8_t Byte() {
    uint8_t value = 0;
    return cursor_.Read(&value) ? value : 0;
  }

  const char* Text() {
    texts_.emplace_back();
    for (uint8_t i = Byte() % 16; i > 0; --i) {
      texts_.back().push_back(static_cast<char>(Byte()));
    }
    return texts_.back().c_str();
  }

  /// Bytes of a number in that buffer if its value may become a size, else any width.
  size_t WidthOf(std::string_view format, int64_t i, int64_t buffer_count) {
    if (format.starts_with("v")) {
      return i + 1 == buffer_count ? 8 : 4;
    }
    if (format == "U" || format == "Z" || format == "+L" || format == "+vL") {
      return 8;
    }
    const bool has_offsets = format == "u" || format == "z" || format == "+l" || format == "+m" || format == "+vl";
    return has_offsets && i == 1 ? 4 : size_t{1} << (Byte() % 5);
  }

  void BuildBuffers(std::string_view format, ArrowArray* array) {
    array->n_buffers = Byte() % 6;
    pointers_.emplace_back();
    for (int64_t i = 0; i < array->n_buffers; ++i) {
      pointers_.back().push_back(Byte() % 8 == 0 ? nullptr : Memory(WidthOf(format, i, array->n_buffers)));
    }
    array->buffers = pointers_.back().data();
  }

  /// Makes a buffer of numbers below 256.
  const void* Memory(size_t width) {
    memories_.push_back(std::make_unique<uint64_t[]>(kBufferBytes / 8));
    auto* const to = reinterpret_cast<uint8_t*>(memories_.back().get());
    const size_t count = Byte() % 64;
    for (size_t i = 0; i < count; ++i) {
      to[i * width] = Byte();
    }
    return to;
  }

  void BuildChildren(ArrowSchema* schema, ArrowArray* array, int depth) {
    const int64_t count = depth > 4 ? 0 : Byte() % 4;
    schema->n_children = array->n_children = count;
    schema_pointers_.emplace_back();
    array_pointers_.emplace_back();
    std::vector<ArrowSchema*>& schemas = schema_pointers_.back();
    std::vector<ArrowArray*>& arrays = array_pointers_.back();
    for (int64_t i = 0; i < count; ++i) {
      schemas_.emplace_back();
      arrays_.emplace_back();
      schemas.push_back(&schemas_.back());
      arrays.push_back(&arrays_.back());
      Build(schemas.back(), arrays.back(), depth + 1);
    }
    schema->children = schemas.data();
    array->children = arrays.data();
    if (depth <= 4 && Byte() % 8 == 1) {
      schemas_.emplace_back();
      arrays_.emplace_back();
      schema->dictionary = &schemas_.back();
      array->dictionary = &arrays_.back();
      Build(schema->dictionary, array->dictionary, depth + 1);
    }
  }

  ByteCursor cursor_;
  bool has_free_format_ = false;
  std::deque<ArrowSchema> schemas_;
  std::deque<ArrowArray> arrays_;
  std::deque<std::vector<ArrowSchema*>> schema_pointers_;
  std::deque<std::vector<ArrowArray*>> array_pointers_;
  std::deque<std::vector<const void*>> pointers_;
  std::deque<std::string> texts_;
  std::vector<std::unique_ptr<uint64_t[]>> memories_;
};

void ExportAndImportAgain(const Field& field, const Array& array) {
  ArrowSchema schema;
  ArrowArray exported;
  Require(taracea::arrow::ExportField(field, &schema).ok());
  Require(taracea::arrow::ExportArray(array, &exported).ok());
  const auto field_again = taracea::arrow::ImportField(&schema);
  Require(field_again.has_value() && *field_again == field);
  const auto array_again = taracea::arrow::ImportArray(&exported, field);
  Require(array_again.has_value() && ValuesEqual(array, *array_again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  StructForge forge(ConstBytes(reinterpret_cast<const std::byte*>(data), size));
  ArrowSchema schema;
  ArrowArray array;
  forge.Build(&schema, &array, 0);
  const auto field = taracea::arrow::ImportField(&schema);
  Require(schema.release == nullptr);
  if (!field || forge.has_free_format()) {
    return 0;
  }
  const auto imported = taracea::arrow::ImportArray(&array, *field);
  Require(array.release == nullptr);
  if (imported.has_value()) {
    Require(Validate(*imported, true).ok());
    ExportAndImportAgain(*field, *imported);
  }
  return 0;
}
