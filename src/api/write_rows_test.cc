#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "array/array.h"
#include "schema/row_arrays.h"
#include "taracea/reader.h"
#include "taracea/writer.h"

namespace {

struct Leg {
  std::string from;
  std::optional<int16_t> delay_minutes;
};

struct Journey {
  int64_t id = 0;
  std::optional<std::string> passenger;
  std::vector<Leg> legs;
  bool is_paid = false;
};

std::vector<Journey> Journeys(int64_t count) {
  std::vector<Journey> journeys;
  for (int64_t i = 0; i < count; ++i) {
    Journey journey;
    journey.id = i;
    if (i % 3 != 0) {
      journey.passenger = "passenger " + std::to_string(i);
    }
    for (int64_t leg = 0; leg < i % 4; ++leg) {
      journey.legs.push_back({"EWR", leg == 1 ? std::nullopt : std::optional<int16_t>(static_cast<int16_t>(i % 100))});
    }
    journey.is_paid = i % 2 == 0;
    journeys.push_back(std::move(journey));
  }
  return journeys;
}

}  // namespace

template <>
struct taracea::StructFields<Leg> {
  static constexpr auto fields = std::tuple{Member("from", &Leg::from), Member("delay", &Leg::delay_minutes)};
};
template <>
struct taracea::StructFields<Journey> {
  static constexpr auto fields = std::tuple{Member("id", &Journey::id), Member("passenger", &Journey::passenger),
                                            Member("legs", &Journey::legs), Member("is_paid", &Journey::is_paid)};
};

namespace taracea {
namespace {

/// A writer whose bytes land in `bytes`.
Writer MakeWriter(const Schema& schema, std::vector<std::byte>* bytes) {
  SinkCallbacks callbacks;
  callbacks.write = [bytes](std::span<const ConstBytes> pieces) {
    for (const ConstBytes piece : pieces) {
      bytes->insert(bytes->end(), piece.begin(), piece.end());
    }
    return Status();
  };
  return Writer::Create(MakeCallbackSink(std::move(callbacks)).value(), schema).value();
}

TEST(WriteRows, WritesStructsThatReadBackAsTheSameColumns) {
  const std::vector<Journey> journeys = Journeys(40000);  // More than one chunk of rows.
  std::vector<std::byte> bytes;
  Writer writer = MakeWriter(Schema::Of<Journey>().value(), &bytes);
  const Status status = writer.WriteRows<Journey>(journeys);
  ASSERT_TRUE(status.ok()) << status.ToString();
  ASSERT_TRUE(writer.WriteRows<Journey>({}).ok());
  const Result<WriteReport> report = writer.Close();
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_EQ(report->rows, 40000);

  const array::RecordBatch expected = schema::BatchFromRows(ColumnsOf<Journey>(journeys)).value();
  const File file = File::Open(MakeMemorySource(Buffer::CopyOf(bytes))).value();
  Scanner scanner = file.Scan().value();
  int64_t row = 0;
  for (const Result<Batch>& batch : scanner) {
    ASSERT_TRUE(batch.ok()) << batch.status().ToString();
    const array::RecordBatch want = expected.Slice(row, batch->num_rows());
    ASSERT_EQ(batch->num_columns(), 4);
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(array::ValuesEqual(*batch->internal()->columns[i], *want.columns[i])) << i << " from row " << row;
    }
    row += batch->num_rows();
  }
  EXPECT_EQ(row, 40000);
}

TEST(WriteRows, RefusesRowsThatTheSchemaDoesNotHold) {
  std::vector<std::byte> bytes;
  Writer writer = MakeWriter(Schema::Of<Leg>().value(), &bytes);
  EXPECT_EQ(writer.WriteRows<Journey>(Journeys(3)).code(), ErrorCode::kInvalidArgument);
}

TEST(WriteRows, RefusesTextThatIsNotUtf8) {
  std::vector<std::byte> bytes;
  Writer writer = MakeWriter(Schema::Of<Leg>().value(), &bytes);
  const std::vector<Leg> legs{{"EWR", {}}, {"\xFF", {}}};
  EXPECT_EQ(writer.WriteRows<Leg>(legs).message(), "field from: text must be UTF-8; value 1 is not");
}

}  // namespace
}  // namespace taracea
