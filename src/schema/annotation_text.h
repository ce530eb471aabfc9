#pragma once

#include <optional>
#include <string>

#include "schema/message_lexer.h"
#include "taracea/types.h"

namespace taracea::schema {

/// What stands in brackets behind a name in message text.
struct Annotation {
  LogicalType logical_type;
  std::optional<ConvertedType> converted_type;  ///< Only for old names: UTF8, INT_8, TIMESTAMP_MILLIS, ...
};

/// Reads an annotation without its brackets; the lexer stands on its first token and is left on the closing bracket.
/// Takes the spec's names with parameters, DECIMAL(12,2) or TIMESTAMP(MICROS,true), and those of ConvertedType, in any
/// case. Errors: kInvalidArgument with line and column.
Result<Annotation> ReadAnnotation(MessageLexer* lexer);

/// The text that ReadAnnotation turns into that logical type; empty for kNone.
std::string AnnotationText(const LogicalType& logical_type);

}  // namespace taracea::schema
