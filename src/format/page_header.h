#pragma once

#include <optional>

#include "base/arena.h"
#include "taracea/buffer.h"
#include "taracea/limits.h"
#include "taracea/metadata.h"
#include "taracea/status.h"

namespace taracea::format {

/// Decodes the page header at the start of `bytes`, which may go on behind it. Nothing when `bytes` end before the
/// header does: ask again with more bytes, or call it corrupt where there are none.
/// `consumed`, when not null, gets the header's size in bytes.
/// Errors: kCorrupt; kLimitExceeded, also when max_page_header_bytes are not enough to hold it.
/// Thread safety: from any thread.
Result<std::optional<PageHeader>> ReadPageHeader(ConstBytes bytes, const ReadLimits& limits,
                                                 size_t* consumed = nullptr);
/// Appends the header to `out`. Errors: kOutOfMemory, and then `out` is as it was.
Status WritePageHeader(const PageHeader& header, OwnedBuffer* out);

}  // namespace taracea::format
