#include "thrift/thrift_json.h"

#include <fmt/format.h>

#include <cmath>

#include "base/base64.h"
#include "base/utf8.h"
#include "taracea/buffer.h"

namespace taracea::thrift {

void AppendJsonInteger(int64_t value, std::string* out) {
  out->append(fmt::format_int(value).str());
}

void AppendJsonDouble(double value, std::string* out) {
  if (std::isnan(value)) {
    out->append("\"NaN\"");
  } else if (std::isinf(value)) {
    out->append(value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
  } else {
    out->append(fmt::format("{}", value));
  }
}

void AppendJsonText(std::string_view text, std::string* out) {
  if (!IsValidUtf8(AsBytes(text))) {
    out->append("{\"base64\":");
    AppendJsonBinary(text, out);
    out->push_back('}');
    return;
  }
  out->push_back('"');
  for (const char c : text) {
    switch (c) {
      case '"': out->append("\\\""); break;
      case '\\': out->append("\\\\"); break;
      case '\n': out->append("\\n"); break;
      case '\r': out->append("\\r"); break;
      case '\t': out->append("\\t"); break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
          out->append(fmt::format("\\u{:04x}", static_cast<unsigned>(c)));
        } else {
          out->push_back(c);
        }
    }
  }
  out->push_back('"');
}

void AppendJsonBinary(std::string_view bytes, std::string* out) {
  out->push_back('"');
  AppendBase64(AsBytes(bytes), out);
  out->push_back('"');
}

}  // namespace taracea::thrift
