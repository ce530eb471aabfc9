#pragma once

#include <cstdint>

#include "base/arena.h"
#include "compression/worker_codecs.h"

namespace taracea::page {

/// What one worker counts while it reads or writes pages.
struct PageCounters {
  int64_t data_pages = 0;
  int64_t skipped_pages = 0;
  int64_t dictionary_pages = 0;
  int64_t uncompressed_bytes = 0;
  int64_t compressed_bytes = 0;
  int64_t codec_ns = 0;
};

/// Where one worker puts a page together: one set serves every column, so that memory does not grow with their number.
struct PageScratch {
  OwnedBuffer repetition_levels = {};
  OwnedBuffer definition_levels = {};
  OwnedBuffer values = {};
  OwnedBuffer plain = {};  ///< A body before compression.
  OwnedBuffer compressed = {};
  OwnedBuffer header = {};

  /// Lets the buffers grow from `arena`; does nothing after the first time.
  Status TakeMemoryFrom(Arena& arena);
};

/// Memory and contexts that one worker reuses for whatever column it works on. Thread safety: one worker at a time.
struct WorkerScratch {
  compression::WorkerCodecs codecs = compression::WorkerCodecs();
  PageCounters counters = {};
  PageScratch page = {};
};

}  // namespace taracea::page
