#pragma once

#include <string>

#include "command_table.h"

namespace taracea::cli {

/// What the tool can do: one screen.
std::string GeneralHelp();
/// How one command is used: examples first, then each option with its default.
std::string CommandHelp(const Command& command);

}  // namespace taracea::cli
