#include <cmath>
#include <cstdio>
#include <vector>

#include "taracea/taracea.h"

int main() {
  auto file = taracea::File::Open("trips.parquet");
  if (!file.ok()) return std::fprintf(stderr, "%s\n", file.error().ToString().c_str()), 1;
  std::vector<double> delays;
  const auto status = file->ReadColumn("delay", &delays, taracea::OnNull::kDefault);  // null becomes NaN
  if (!status.ok()) return std::fprintf(stderr, "%s\n", status.ToString().c_str()), 1;
  for (const double delay : delays) std::printf(std::isnan(delay) ? "unknown\n" : "%.1f minutes\n", delay);
  return 0;
}
