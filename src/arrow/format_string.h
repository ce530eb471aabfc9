#pragma once

#include <string>
#include <string_view>

#include "array/type.h"
#include "taracea/status.h"

namespace taracea::arrow {

/// The Arrow C data interface's format string of a type: "l", "d:12,2", "tsu:UTC", "+w:3", ... For a dictionary that of
/// its indices.
std::string FormatOf(const array::Type& type);

/// Reads a format string. Types with children come back without them: the caller adds them.
/// Errors: kInvalidArgument with what is wrong; kUnsupported for unions and formats newer than this library.
Result<array::Type> TypeFromFormat(std::string_view format);

/// How many children a type of that format has; -1: any number (struct).
int ChildCountOf(array::TypeId id) noexcept;

}  // namespace taracea::arrow
