#include "page/worker_scratch.h"

#include "base/try.h"

namespace taracea::page {

Status PageScratch::TakeMemoryFrom(Arena& arena) {
  for (OwnedBuffer* const buffer : {&repetition_levels, &definition_levels, &values, &plain, &compressed, &header}) {
    if (buffer->arena() == nullptr) {
      TARACEA_TRY_ASSIGN(*buffer, arena.Allocate(0));
    }
  }
  return {};
}

}  // namespace taracea::page
