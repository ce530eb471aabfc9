#include "api/c_reports.h"

#include <cstdint>
#include <string_view>

#include "taracea/text_io.h"

namespace taracea::api {
namespace {

/// Puts a JSON object together, a field at a time.
class JsonObject {
 public:
  JsonObject& Raw(std::string_view key, std::string_view json) {
    text_ += text_.empty() ? "{" : ",";
    text_ += JsonString(key);
    text_ += ':';
    text_ += json;
    return *this;
  }
  JsonObject& Text(std::string_view key, std::string_view value) { return Raw(key, JsonString(value)); }
  JsonObject& Number(std::string_view key, int64_t value) { return Raw(key, std::to_string(value)); }
  /// Leaves a part of a place out where it is not known.
  JsonObject& Known(std::string_view key, int64_t value) { return value < 0 ? *this : Number(key, value); }
  std::string Finish() && { return std::move(text_) + "}"; }

 private:
  std::string text_;
};

template <typename Items, typename Print>
std::string JsonList(const Items& items, Print&& print) {
  std::string text;
  for (const auto& item : items) {
    text += text.empty() ? "[" : ",";
    text += print(item);
  }
  return text.empty() ? "[]" : text + "]";
}

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kNote: return "note";
    case Severity::kWarning: return "warning";
    case Severity::kError: return "error";
  }
  return "error";
}

std::string FindingJson(const Finding& finding) {
  JsonObject out;
  out.Text("severity", SeverityName(finding.severity)).Text("clause", finding.clause);
  out.Known("row_group", finding.place.row_group);
  if (!finding.place.column.empty()) {
    out.Text("column", finding.place.column);
  }
  out.Known("page", finding.place.page).Known("offset", finding.place.offset);
  out.Text("expected", finding.expected).Text("found", finding.found);
  return std::move(out).Finish();
}

std::string ColumnJson(const ColumnWriteReport& column) {
  JsonObject out;
  out.Text("path", column.path);
  out.Raw("encodings", JsonList(column.encodings, [](Encoding encoding) { return JsonString(ToString(encoding)); }));
  out.Text("codec", ToString(column.codec)).Number("uncompressed_bytes", column.uncompressed_bytes);
  out.Number("compressed_bytes", column.compressed_bytes).Number("data_pages", column.data_pages);
  out.Number("null_count", column.null_count);
  return std::move(out).Finish();
}

}  // namespace

std::string ReportJson(const WriteReport& report) {
  JsonObject out;
  out.Number("rows", report.rows).Number("row_groups", report.row_groups).Number("file_bytes", report.file_bytes);
  out.Raw("columns", JsonList(report.columns, ColumnJson));
  return std::move(out).Finish();
}

std::string ReportJson(const VerifyReport& report) {
  JsonObject out;
  out.Raw("ok", report.ok() ? "true" : "false").Number("row_groups", report.row_groups).Number("pages", report.pages);
  out.Number("pages_without_checksum", report.pages_without_checksum).Number("values", report.values);
  out.Raw("findings", JsonList(report.findings, FindingJson));
  return std::move(out).Finish();
}

}  // namespace taracea::api
