#include "taracea/struct_fields.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/row_arrays.h"

namespace {

struct Stop {
  std::string name;
  std::optional<float> delay;
};

struct Trip {
  int64_t id = 0;
  bool is_late = false;
  std::string_view carrier;
  std::optional<std::string> tail;
  std::vector<Stop> stops;
  std::optional<Stop> last;
  std::vector<bool> flags;
  std::vector<std::optional<int8_t>> scores;
  std::optional<std::vector<std::vector<uint16_t>>> grid;
  std::vector<std::byte> blob;
  double fare = 0;
};

struct Single {
  uint32_t only = 0;
};

struct Empty {};

}  // namespace

template <>
struct taracea::StructFields<Stop> {
  static constexpr auto fields = std::tuple{Member("name", &Stop::name), Member("delay", &Stop::delay)};
};
template <>
struct taracea::StructFields<Trip> {
  static constexpr auto fields =
      std::tuple{Member("id", &Trip::id),       Member("is_late", &Trip::is_late), Member("carrier", &Trip::carrier),
                 Member("tail", &Trip::tail),   Member("stops", &Trip::stops),     Member("last", &Trip::last),
                 Member("flags", &Trip::flags), Member("scores", &Trip::scores),   Member("grid", &Trip::grid),
                 Member("blob", &Trip::blob),   Member("fare", &Trip::fare)};
};
template <>
struct taracea::StructFields<Single> {
  static constexpr auto fields = std::tuple{Member("only", &Single::only)};
};
template <>
struct taracea::StructFields<Empty> {
  static constexpr auto fields = std::tuple{};
};

namespace taracea {
namespace {

using array::Array;

array::RecordBatch BatchOf(RowColumns rows) {
  Result<array::RecordBatch> batch = schema::BatchFromRows(std::move(rows));
  EXPECT_TRUE(batch.ok()) << batch.error().ToString();
  if (!batch.ok()) {
    return {};
  }
  for (const auto& column : batch->columns) {
    EXPECT_TRUE(array::Validate(*column, true).ok()) << array::Validate(*column, true).ToString();
  }
  return *std::move(batch);
}

std::vector<Trip> Trips() {
  Trip full;
  full.id = 7;
  full.is_late = true;
  full.carrier = "UA";
  full.tail = "N1\xC3\xA4";
  full.stops = {{"EWR", 1.5F}, {"IAH", std::nullopt}};
  full.last = Stop{"DEN", std::nullopt};
  full.flags = {true, false, true};
  full.scores = {std::nullopt, int8_t{-3}};
  full.grid = {{1, 2}, {}, {3}};
  full.blob = {std::byte{0xFF}, std::byte{0}};
  full.fare = -0.5;
  return {Trip(), full, Trip()};
}

TEST(StructFields, DescribeTheSchemaOfOwnStructs) {
  const Result<Schema> schema = Schema::Of<Trip>("trip");
  ASSERT_TRUE(schema.ok()) << schema.error().ToString();
  EXPECT_EQ(schema->ToString(), R"(message trip {
  required int64 id;
  required boolean is_late;
  required binary carrier (STRING);
  optional binary tail (STRING);
  required group stops (LIST) {
    repeated group list {
      required group element {
        required binary name (STRING);
        optional float delay;
      }
    }
  }
  optional group last {
    required binary name (STRING);
    optional float delay;
  }
  required group flags (LIST) {
    repeated group list {
      required boolean element;
    }
  }
  required group scores (LIST) {
    repeated group list {
      optional int32 element (INTEGER(8,true));
    }
  }
  optional group grid (LIST) {
    repeated group list {
      required group element (LIST) {
        repeated group list {
          required int32 element (INTEGER(16,false));
        }
      }
    }
  }
  required binary blob;
  required double fare;
}
)");
  EXPECT_EQ(Schema::Of<Single>()->leaf_count(), 1);
  EXPECT_EQ(Schema::Of<Empty>()->leaf_count(), 0);
}

TEST(StructFields, TurnRowsIntoColumns) {
  const std::vector<Trip> trips = Trips();
  const array::RecordBatch batch = BatchOf(ColumnsOf<Trip>(trips));
  ASSERT_EQ(batch.length, 3);
  ASSERT_EQ(batch.columns.size(), 11U);
  EXPECT_EQ(batch.columns[0]->Values<int64_t>()[1], 7);
  EXPECT_EQ(std::to_integer<int>(batch.columns[1]->buffers[0].bytes()[0]), 2);
  EXPECT_EQ(batch.columns[2]->BinaryValue(1), "UA");
  EXPECT_EQ(batch.columns[3]->NullCount(), 2);
  EXPECT_EQ(batch.columns[3]->BinaryValue(1), "N1\xC3\xA4");
  EXPECT_EQ(batch.columns[9]->BinaryValue(1), std::string_view("\xFF\0", 2));
  EXPECT_EQ(batch.columns[10]->Values<double>()[1], -0.5);
}

TEST(StructFields, TurnNestedMembersIntoNestedColumns) {
  const std::vector<Trip> trips = Trips();
  const array::RecordBatch batch = BatchOf(ColumnsOf<Trip>(trips));
  const Array& stops = *batch.columns[4];
  EXPECT_EQ(std::vector<int32_t>(stops.Offsets<int32_t>().begin(), stops.Offsets<int32_t>().end()),
            (std::vector<int32_t>{0, 0, 2, 2}));
  EXPECT_EQ(stops.children[0]->children[0]->BinaryValue(1), "IAH");
  EXPECT_TRUE(stops.children[0]->children[1]->IsValid(0));
  EXPECT_FALSE(stops.children[0]->children[1]->IsValid(1));
  const Array& last = *batch.columns[5];
  EXPECT_EQ(last.NullCount(), 2);
  EXPECT_EQ(last.children[0]->BinaryValue(1), "DEN");
  EXPECT_EQ(last.children[1]->NullCount(), 3);
  EXPECT_EQ(std::to_integer<int>(batch.columns[6]->children[0]->buffers[0].bytes()[0]), 5);
  const Array& scores = *batch.columns[7]->children[0];
  EXPECT_FALSE(scores.IsValid(0));
  EXPECT_EQ(scores.Values<int8_t>()[1], -3);
  const Array& grid = *batch.columns[8];
  EXPECT_EQ(grid.NullCount(), 2);
  EXPECT_EQ(grid.children[0]->length, 3);
  EXPECT_EQ(grid.children[0]->children[0]->Values<uint16_t>()[2], 3);
}

TEST(StructFields, FitTheSchemaThatTheyMake) {
  const array::RecordBatch batch = BatchOf(ColumnsOf<Trip>(std::span<const Trip>()));
  EXPECT_EQ(batch.length, 0);
  EXPECT_EQ(*batch.fields, schema::ArrayFieldsOf(FieldsOf<Trip>()));
  for (size_t i = 0; i < batch.columns.size(); ++i) {
    EXPECT_EQ(batch.columns[i]->type, (*batch.fields)[i].type);
  }
}

TEST(StructFields, RefuseTextThatIsNotUtf8) {
  std::vector<Trip> trips = Trips();
  trips[2].stops = {{"fine", {}}, {"\xC3", {}}};
  const Result<array::RecordBatch> batch = schema::BatchFromRows(ColumnsOf<Trip>(trips));
  EXPECT_EQ(batch.status().ToString(),
            "invalid argument: field stops.element.name: text must be UTF-8; value 3 is not");
  trips = Trips();
  trips[0].carrier = "\xC3";
  trips[1].carrier = "\xA4";
  EXPECT_EQ(schema::BatchFromRows(ColumnsOf<Trip>(trips)).status().ToString(),
            "invalid argument: field carrier: text must be UTF-8; value 1 is not")
      << "a character may not run over from one value to the next";
}

TEST(StructFields, RefuseColumnsThatDoNotFitTheirDescription) {
  const std::vector<Trip> trips = Trips();
  const auto refused = [&trips](auto change) {
    RowColumns rows = ColumnsOf<Trip>(trips);
    change(&rows);
    return schema::BatchFromRows(std::move(rows)).status().code() == ErrorCode::kInvalidArgument;
  };
  EXPECT_FALSE(refused([](RowColumns*) {}));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns.pop_back(); }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->row_count = 4; }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[0].values.pop_back(); }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[2].offsets.pop_back(); }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[2].offsets[1] = -1; }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[2].offsets[3] = 100; }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[3].valid.clear(); }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[4].children.clear(); }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[5].children[0].length = 2; }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->columns[4].is_full = true; }));
  EXPECT_TRUE(refused([](RowColumns* rows) { rows->fields[4].children.clear(); }));
  std::vector<RowField> fields = FieldsOf<Trip>();
  fields[4].children.clear();
  EXPECT_EQ(SchemaForRows(fields).status().code(), ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace taracea
