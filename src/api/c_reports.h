#pragma once

#include <string>

#include "taracea/reports.h"
#include "taracea/verify.h"

namespace taracea::api {

// Print what a writer or the verifier reports as one line of JSON, with the names of the structs' fields.

std::string ReportJson(const WriteReport& report);
std::string ReportJson(const VerifyReport& report);

}  // namespace taracea::api
