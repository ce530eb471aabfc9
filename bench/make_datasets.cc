// Writes the data of the tasks: make_datasets DIRECTORY [FLIGHTS_CSV]. The same bytes every time.

#include <cstdint>
#include <iostream>
#include <random>

#include "arrow_table.h"

namespace bench {
namespace {

constexpr int64_t kRows = 5'000'000;
constexpr int kWideColumns = 10'000;

/// Makes texts of 8 to 32 letters and digits, each of them once.
std::shared_ptr<arrow::Table> UniqueStrings() {
  constexpr char kLetters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  std::mt19937_64 random(1);
  arrow::StringBuilder builder;
  Must(builder.Reserve(kRows));
  Must(builder.ReserveData(kRows * 20));
  for (int64_t i = 0; i < kRows; ++i) {
    // An odd factor permutes the numbers of 48 bits, so the first eight letters differ already.
    uint64_t bits = static_cast<uint64_t>(i) * 0x5851f42d4c957f2dU;
    char text[32];
    const uint64_t size = 8 + random() % 25;
    for (uint64_t k = 0; k < size; ++k) {
      if (k >= 8 && k % 8 == 0) {
        bits = random();
      }
      text[k] = kLetters[bits & 63];
      bits >>= 6;
    }
    Must(builder.Append(text, static_cast<int32_t>(size)));
  }
  return arrow::Table::Make(arrow::schema({arrow::field("text", arrow::utf8())}), {Must(builder.Finish())});
}

/// Makes a column in which every tenth slot, on average, is null.
template <typename Builder, typename Value>
std::shared_ptr<arrow::Array> WithNulls(uint64_t seed, Value value) {
  std::mt19937_64 random(seed);
  Builder builder;
  Must(builder.Reserve(kRows));
  for (int64_t i = 0; i < kRows; ++i) {
    const uint64_t bits = random();
    if (random() % 10 == 0) {
      builder.UnsafeAppendNull();
    } else {
      builder.UnsafeAppend(value(i, bits));
    }
  }
  return Must(builder.Finish());
}

std::shared_ptr<arrow::Table> Numbers() {
  const auto fields = {arrow::field("quantity", arrow::int32()), arrow::field("time", arrow::int64()),
                       arrow::field("id", arrow::int64()), arrow::field("price", arrow::float64()),
                       arrow::field("ratio", arrow::float32())};
  return arrow::Table::Make(
      arrow::schema(fields),
      {WithNulls<arrow::Int32Builder>(2, [](int64_t, uint64_t bits) { return static_cast<int32_t>(bits % 1000); }),
       WithNulls<arrow::Int64Builder>(3,
                                      [](int64_t i, uint64_t bits) {
                                        return 1'600'000'000'000'000 + i * 1000 + static_cast<int64_t>(bits % 700);
                                      }),
       WithNulls<arrow::Int64Builder>(4, [](int64_t, uint64_t bits) { return static_cast<int64_t>(bits); }),
       WithNulls<arrow::DoubleBuilder>(
           5, [](int64_t, uint64_t bits) { return static_cast<double>(bits % 1'000'000'000) / 100; }),
       WithNulls<arrow::FloatBuilder>(
           6, [](int64_t, uint64_t bits) { return static_cast<float>(bits >> 40) * 0x1p-24F; })});
}

/// Makes a table of many columns and few rows.
std::shared_ptr<arrow::Table> Wide() {
  arrow::FieldVector fields;
  arrow::ArrayVector columns;
  for (int i = 0; i < kWideColumns; ++i) {
    fields.push_back(arrow::field("feature_" + std::to_string(i), arrow::float64()));
    arrow::DoubleBuilder builder;
    for (int row = 0; row < 10; ++row) {
      Must(builder.Append(i + row / 10.0));
    }
    columns.push_back(Must(builder.Finish()));
  }
  return arrow::Table::Make(arrow::schema(fields), columns);
}

void WriteBoth(const arrow::Table& table, const std::string& path) {
  WriteParquet(table, path + ".none.parquet", "none");
  WriteParquet(table, path + ".snappy.parquet", "snappy");
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  if (argc < 2) {
    bench::Fail("make_datasets DIRECTORY [FLIGHTS_CSV]");
  }
  const std::string directory = std::string(argv[1]) + "/";
  bench::WriteBoth(*bench::UniqueStrings(), directory + "strings");
  bench::WriteBoth(*bench::Numbers(), directory + "numbers");
  bench::WriteParquet(*bench::Wide(), directory + "wide.parquet", "none");
  if (argc > 2) {
    bench::WriteBoth(*bench::ReadCsv(argv[2]), directory + "flights");
  }
}
