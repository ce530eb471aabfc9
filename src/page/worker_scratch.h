#pragma once

#include <cstdint>

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

/// Memory and contexts that one worker reuses for whatever column it works on. Thread safety: one worker at a time.
struct WorkerScratch {
  compression::WorkerCodecs codecs;
  PageCounters counters;
};

}  // namespace taracea::page
