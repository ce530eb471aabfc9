#pragma once

#include "taracea/status.h"

// Hand an error of the library on to the caller. The expression is evaluated once.
#define CLI_TRY(expression)                                              \
  do {                                                                   \
    if (::taracea::Status cli_status = (expression); !cli_status.ok()) { \
      return cli_status;                                                 \
    }                                                                    \
  } while (false)

#define CLI_CONCAT_INNER(a, b) a##b
#define CLI_CONCAT(a, b) CLI_CONCAT_INNER(a, b)

// CLI_TRY_ASSIGN(const File file, File::Open(path)): declares or assigns from a Result, or hands its error on.
#define CLI_TRY_ASSIGN(declaration, expression) \
  CLI_TRY_ASSIGN_INNER(CLI_CONCAT(cli_result_, __LINE__), declaration, expression)
#define CLI_TRY_ASSIGN_INNER(result, declaration, expression) \
  auto result = (expression);                                 \
  if (!result.has_value()) {                                  \
    return std::move(result).error();                         \
  }                                                           \
  declaration = *std::move(result)
