#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "encoding/decoder.h"
#include "encoding/level_decoder.h"
#include "page/page_view.h"

namespace taracea::column {

/// A data page that is being consumed: its decoders and how far they are.
/// Levels run ahead of values: a row border is known only when the next repetition level is.
struct OpenPage {
  page::PageView view;
  encoding::LevelDecoder repetition;
  encoding::LevelDecoder definition;
  std::unique_ptr<encoding::Decoder> decoder;  ///< Reset to this page; null when the page holds no value.
  int64_t entries_left = 0;                    ///< Level entries not yet consumed, those in `ahead` included.
  std::vector<uint16_t> ahead;                 ///< Repetition levels decoded but not yet consumed, from ahead_at on.
  size_t ahead_at = 0;
};

}  // namespace taracea::column
