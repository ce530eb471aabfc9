#pragma once

#include <cstdint>

#include "taracea/arrow_c.h"

extern "C" {

/// Folds the values of a column into a digest. Depends on the values only: neither on how they are split into arrays,
/// nor on the width of integers, the layout of text or the unit of time. Returns the new digest; 0 for a type that it
/// does not know. Exported, so that Python can call it too.
__attribute__((visibility("default"))) uint64_t DigestArrowColumn(uint64_t digest, const ArrowSchema* schema,
                                                                  const ArrowArray* column);
}
