#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "taracea/taracea.h"

struct Trip {
  std::string carrier;
  int32_t distance;
  std::optional<double> delay;
};

template <>
struct taracea::StructFields<Trip> {
  static constexpr auto fields =
      std::tuple{Member("carrier", &Trip::carrier), Member("distance", &Trip::distance), Member("delay", &Trip::delay)};
};

taracea::Status WriteTrips(const std::vector<Trip>& trips) {
  auto schema = taracea::Schema::Of<Trip>("trip");
  if (!schema.ok()) return schema.error();
  auto writer = taracea::Writer::Create("trips.parquet", *schema, {.codec = taracea::Codec::kZstd});
  if (!writer.ok()) return writer.error();
  if (auto status = writer->WriteRows<Trip>(trips); !status.ok()) return status;
  auto report = writer->Close();  // without it, nothing appears under the final name
  if (!report.ok()) return report.error();
  std::printf("%d rows\n", static_cast<int>(report->rows));
  return {};
}

int main() {
  const auto status = WriteTrips({{"UA", 1400, 12.0}, {"AA", 1089, -4.5}, {"B6", 1576, std::nullopt}});
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
