#include <cstdio>
#include <vector>

#include "taracea/taracea.h"

// Copies the rows that fly further than 1,100 miles, batch by batch.
taracea::Status CopyFarTrips() {
  auto file = taracea::File::Open("trips.parquet");
  if (!file.ok()) return file.error();
  auto scan = file->Scan({.batch_rows = 65536});
  if (!scan.ok()) return scan.error();
  auto writer = taracea::Writer::CreateLike(*file, "far.parquet");
  if (!writer.ok()) return writer.error();
  for (auto& batch : *scan) {
    if (!batch.ok()) return batch.error();
    auto distance = batch->column<int32_t>("distance");  // an error if the type is another
    if (!distance.ok()) return distance.error();
    std::vector<uint8_t> far;
    for (const int32_t miles : distance->values()) far.push_back(miles > 1100);
    auto kept = batch->Filter(far);
    if (!kept.ok()) return kept.error();
    if (auto status = writer->Write(*kept); !status.ok()) return status;
  }
  auto report = writer->Close();
  if (!report.ok()) return report.error();
  std::printf("%d of %d rows\n", static_cast<int>(report->rows), static_cast<int>(file->num_rows()));
  return {};
}

int main() {
  const auto status = CopyFarTrips();
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
