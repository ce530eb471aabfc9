#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "taracea/text_io.h"

namespace taracea::cli {

/// Puts one JSON object together, keys in the order added.
class JsonObject {
 public:
  JsonObject& Text(std::string_view key, std::string_view value) { return Raw(key, JsonString(value)); }
  JsonObject& Number(std::string_view key, int64_t value) { return Raw(key, std::to_string(value)); }
  JsonObject& Flag(std::string_view key, bool value) { return Raw(key, value ? "true" : "false"); }
  /// Adds a value that is JSON already.
  JsonObject& Raw(std::string_view key, std::string_view json) {
    text_ += text_.size() > 1 ? "," : "";
    text_ += JsonString(key);
    text_ += ':';
    text_ += json;
    return *this;
  }
  std::string Finish() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

/// Puts one JSON array together.
class JsonArray {
 public:
  JsonArray& Raw(std::string_view json) {
    text_ += text_.size() > 1 ? "," : "";
    text_ += json;
    return *this;
  }
  JsonArray& Text(std::string_view value) { return Raw(JsonString(value)); }
  std::string Finish() const { return text_ + "]"; }

 private:
  std::string text_ = "[";
};

}  // namespace taracea::cli
