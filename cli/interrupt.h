#pragma once

#include "taracea/status.h"

namespace taracea::cli {

/// From here on Ctrl-C ends the work in good order (unfinished files vanish); a second one ends the program at once.
void CatchInterrupts();
bool Interrupted() noexcept;
/// kCancelled once Ctrl-C was pressed.
Status CheckInterrupt();

}  // namespace taracea::cli
