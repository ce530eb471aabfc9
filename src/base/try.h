#pragma once

#include "taracea/status.h"

// Hand an error on to the caller. The expression is evaluated once.
#define TARACEA_TRY(expression)                                          \
  do {                                                                   \
    if (::taracea::Status try_status = (expression); !try_status.ok()) { \
      return try_status;                                                 \
    }                                                                    \
  } while (false)

#define TARACEA_TRY_CONCAT_INNER(a, b) a##b
#define TARACEA_TRY_CONCAT(a, b) TARACEA_TRY_CONCAT_INNER(a, b)

// TARACEA_TRY_ASSIGN(const int64_t size, source.Size()): declares or assigns from a Result, or hands its error on.
#define TARACEA_TRY_ASSIGN(declaration, expression) \
  TARACEA_TRY_ASSIGN_INNER(TARACEA_TRY_CONCAT(try_result_, __LINE__), declaration, expression)
#define TARACEA_TRY_ASSIGN_INNER(result, declaration, expression) \
  auto result = (expression);                                     \
  if (!result.has_value()) {                                      \
    return std::move(result).error();                             \
  }                                                               \
  declaration = *std::move(result)
