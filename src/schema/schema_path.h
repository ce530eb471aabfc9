#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "taracea/status.h"

namespace taracea::schema {

/// Puts a name in double quotes, with \" and \\ for what would end them and \xNN for control characters.
std::string QuotedName(std::string_view name);

/// Joins names with dots; a name that is empty or holds a dot, a quote, a backslash or a control character is quoted.
std::string JoinPath(const std::vector<std::string>& names);

/// Splits what JoinPath made or a user typed. Inside quotes, "" stands for one quote too.
/// Errors: kInvalidArgument with the position.
Result<std::vector<std::string>> SplitPath(std::string_view path);

/// Reads an escape sequence at text[*at], which is a backslash, appends what it stands for and moves *at behind it;
/// false when it is none.
bool ReadEscape(std::string_view text, size_t* at, std::string* out);

/// Counts the single-byte edits between two names, two neighbours that change places being one; at most `bound` + 1.
int EditDistance(std::string_view a, std::string_view b, int bound);

}  // namespace taracea::schema
