#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taracea/batch.h"
#include "taracea/c.h"

namespace taracea::testing {

/// Frees what the C interface hands out.
struct CDeleter {
  void operator()(taracea_error* error) const { taracea_error_free(error); }
  void operator()(taracea_file* file) const { taracea_file_close(file); }
  void operator()(taracea_scanner* scanner) const { taracea_scanner_free(scanner); }
  void operator()(taracea_writer* writer) const { taracea_writer_free(writer); }
  void operator()(taracea_executor* executor) const { taracea_executor_free(executor); }
  void operator()(taracea_statistics* statistics) const { taracea_statistics_free(statistics); }
  void operator()(char* text) const { taracea_string_free(text); }
};

/// One result of a call, given to it as out().
template <typename T>
class Given {
 public:
  T** out() {
    get();
    owned_.reset();
    return &raw_;
  }
  T* get() {
    if (raw_ != nullptr) {
      owned_.reset(std::exchange(raw_, nullptr));
    }
    return owned_.get();
  }
  T* operator->() { return get(); }
  ~Given() { get(); }

 private:
  T* raw_ = nullptr;
  std::unique_ptr<T, CDeleter> owned_;
};

/// A struct with its size set and everything else zero.
template <typename T>
T Sized() {
  T out{};
  out.struct_size = sizeof(T);
  return out;
}

/// Bytes in memory behind the callbacks of a source and of a sink, with a log of what was called.
struct CStore {
  std::string bytes;
  int releases = 0;
  int aborts = 0;
  int closes = 0;
  bool fail_read = false;
  bool fail_write = false;
  bool fail_close = false;

  taracea_source Source() {
    auto source = Sized<taracea_source>();
    source.context = this;
    source.size = [](void* context, int64_t* size_bytes, taracea_error**) -> taracea_code {
      *size_bytes = static_cast<int64_t>(static_cast<CStore*>(context)->bytes.size());
      return TARACEA_OK;
    };
    source.read_ranges = Read;
    source.release = Release;
    source.name = "store";
    return source;
  }
  taracea_sink Sink() {
    auto sink = Sized<taracea_sink>();
    sink.context = this;
    sink.write = Write;
    sink.close = [](void* context, taracea_error** error) -> taracea_code {
      auto* const store = static_cast<CStore*>(context);
      ++store->closes;
      return store->fail_close ? Fail(error, "cannot close") : TARACEA_OK;
    };
    sink.abort = [](void* context) { ++static_cast<CStore*>(context)->aborts; };
    sink.release = Release;
    sink.name = "store";
    return sink;
  }
  taracea_memory Memory() {
    auto memory = Sized<taracea_memory>();
    memory.data = bytes.data();
    memory.size_bytes = bytes.size();
    memory.context = this;
    memory.release = Release;
    return memory;
  }

 private:
  static taracea_code Fail(taracea_error** error, const char* message) {
    *error = taracea_error_new(TARACEA_IO, message);
    return TARACEA_IO;
  }
  static void Release(void* context) { ++static_cast<CStore*>(context)->releases; }
  static taracea_code Read(void* context, const taracea_read_request* requests, size_t count, taracea_error** error) {
    const auto* const store = static_cast<CStore*>(context);
    if (store->fail_read) {
      return Fail(error, "the disk is gone");
    }
    for (size_t i = 0; i < count; ++i) {
      std::memcpy(requests[i].out, store->bytes.data() + requests[i].offset, requests[i].size_bytes);
    }
    return TARACEA_OK;
  }
  static taracea_code Write(void* context, const taracea_bytes* pieces, size_t count, taracea_error** error) {
    auto* const store = static_cast<CStore*>(context);
    if (store->fail_write) {
      return Fail(error, "the disk is full");
    }
    for (size_t i = 0; i < count; ++i) {
      store->bytes.append(static_cast<const char*>(pieces[i].data), pieces[i].size_bytes);
    }
    return TARACEA_OK;
  }
};

/// Three columns of `rows` rows: id (0, 1, ...), name ("name 0", ...; each third one null), price (id / 2).
inline Batch TripBatch(int64_t rows) {
  std::vector<int64_t> ids;
  std::vector<std::string> texts;
  std::vector<uint8_t> valid;
  std::vector<double> prices;
  for (int64_t i = 0; i < rows; ++i) {
    ids.push_back(i);
    texts.push_back("name " + std::to_string(i));
    valid.push_back(i % 3 == 0 ? 0 : 1);
    prices.push_back(static_cast<double>(i) / 2);
  }
  const std::vector<std::string_view> names(texts.begin(), texts.end());
  BatchBuilder builder;
  builder.Add<int64_t>("id", ids).AddStrings("name", names, valid).Add<double>("price", prices);
  return builder.Finish().value();
}

}  // namespace taracea::testing
