#include "schema/geo_extension.h"

#include <simdjson.h>

#include <array>
#include <cstdint>

namespace taracea::schema {
namespace {

using Kind = LogicalType::Kind;

constexpr std::string_view kSridPrefix = "srid:";
constexpr std::string_view kDefaultCrs = "OGC:CRS84";
constexpr std::array<std::string_view, 5> kEdges{"spherical", "vincenty", "thomas", "andoyer", "karney"};

std::string JsonString(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 0xF];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

bool IsJsonObject(std::string_view text) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  return parser.parse(simdjson::padded_string(text)).get_object().get(object) == simdjson::SUCCESS;
}

std::string CrsMembers(const std::string& crs) {
  if (crs.empty()) {
    return "\"crs\":" + JsonString(kDefaultCrs) + ",\"crs_type\":\"authority_code\"";
  }
  if (crs.starts_with(kSridPrefix)) {
    return "\"crs\":" + JsonString(crs.substr(kSridPrefix.size())) + ",\"crs_type\":\"srid\"";
  }
  if (crs.front() == '{' && IsJsonObject(crs)) {
    return "\"crs\":" + crs + ",\"crs_type\":\"projjson\"";
  }
  return "\"crs\":" + JsonString(crs);
}

std::string CrsFrom(const simdjson::dom::object& parameters) {
  simdjson::dom::element crs;
  if (parameters["crs"].get(crs) != simdjson::SUCCESS) {
    return "";
  }
  std::string_view text;
  if (crs.get_string().get(text) != simdjson::SUCCESS) {
    return crs.is_object() ? simdjson::minify(crs) : "";
  }
  std::string_view crs_type;
  if (parameters["crs_type"].get_string().get(crs_type) == simdjson::SUCCESS && crs_type == "srid") {
    return std::string(kSridPrefix) + std::string(text);
  }
  return text == kDefaultCrs ? "" : std::string(text);
}

}  // namespace

std::string GeoExtensionMetadata(const LogicalType& logical_type) {
  std::string out = "{" + CrsMembers(logical_type.crs);
  if (logical_type.kind == Kind::kGeography) {
    const auto algorithm = static_cast<size_t>(logical_type.algorithm);
    out += ",\"edges\":" + JsonString(kEdges[algorithm < kEdges.size() ? algorithm : 0]);
  }
  return out + "}";
}

LogicalType GeoLogicalType(std::string_view extension_metadata) {
  LogicalType out;
  out.kind = Kind::kGeometry;
  simdjson::dom::parser parser;
  simdjson::dom::object parameters;
  const simdjson::padded_string text(extension_metadata);
  if (parser.parse(text).get_object().get(parameters) != simdjson::SUCCESS) {
    return out;
  }
  out.crs = CrsFrom(parameters);
  std::string_view edges;
  if (parameters["edges"].get_string().get(edges) != simdjson::SUCCESS) {
    return out;
  }
  for (size_t i = 0; i < kEdges.size(); ++i) {
    if (edges == kEdges[i]) {
      out.kind = Kind::kGeography;
      out.algorithm = static_cast<EdgeAlgorithm>(i);
      out.has_algorithm = true;
    }
  }
  return out;
}

}  // namespace taracea::schema
