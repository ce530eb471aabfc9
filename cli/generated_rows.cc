#include "generated_rows.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "arrow_column.h"
#include "propagate.h"

namespace taracea::cli {
namespace {

constexpr int64_t kBatchRows = 16384;
constexpr int64_t kSecondsPerDay = 86400;
constexpr int64_t kFirstDay = 7305;  // 1990-01-01
constexpr uint64_t kDays = 16000;

constexpr std::array<std::string_view, 12> kWords = {"amber", "birch", "cedar", "dune",    "ember", "fjord",
                                                     "grove", "heath", "inlet", "juniper", "kelp",  "lagoon"};

/// Mixes bits so that neighbouring inputs give unrelated outputs.
uint64_t Mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// The random numbers of one value.
class Draw {
 public:
  Draw(uint64_t seed, uint64_t column, int64_t row)
      : state_(Mix(Mix(seed * 0x100000001b3 + column) ^ static_cast<uint64_t>(row))) {}
  uint64_t Bits() { return state_ = Mix(state_); }
  uint64_t Below(uint64_t bound) { return Bits() % bound; }
  int64_t Between(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(Below(static_cast<uint64_t>(most - least) + 1));
  }
  bool OneIn(uint64_t n) { return Below(n) == 0; }
  std::string_view Word() { return kWords[Below(kWords.size())]; }
  std::string Text(uint64_t least, uint64_t most) {
    std::string out;
    for (uint64_t left = least + Below(most - least + 1); left > 0; --left) {
      out.push_back(static_cast<char>('a' + Below(26)));
    }
    return out;
  }

 private:
  uint64_t state_;
};

struct Int128 {
  uint64_t low;
  int64_t high;
};

/// Appends the value that a draw decides.
using Fill = void (*)(Draw& draw, int64_t row, ArrowColumn* column);

struct GeneratedColumn {
  std::string_view name;
  std::string_view format;
  uint64_t null_one_in;  ///< 0: never.
  size_t width;          ///< Bytes of a slot; 0: text and nested.
  Fill fill;
};

int64_t DrawMicros(Draw& draw) {
  const int64_t seconds = (kFirstDay + static_cast<int64_t>(draw.Below(kDays))) * kSecondsPerDay;
  return seconds * 1000000 + draw.Between(0, kSecondsPerDay * 1000000 - 1);
}

void FillTags(Draw& draw, int64_t, ArrowColumn* column) {
  for (uint64_t left = draw.Below(4); left > 0; --left) {
    if (draw.OneIn(12)) {
      column->child(0).AppendNull(0);
    } else {
      column->child(0).AppendText(draw.Word());
    }
  }
  column->EndList();
}

void FillPoint(Draw& draw, int64_t, ArrowColumn* column) {
  column->child(0).Append(static_cast<double>(draw.Between(-180000, 180000)) / 1000);
  column->child(1).Append(static_cast<double>(draw.Between(-90000, 90000)) / 1000);
  column->EndStruct();
}

void FillReadings(Draw& draw, int64_t, ArrowColumn* column) {
  ArrowColumn& element = column->child(0);
  for (uint64_t left = draw.Below(3); left > 0; --left) {
    element.child(0).AppendText(draw.Word());
    if (draw.OneIn(8)) {
      element.child(1).AppendNull(sizeof(int32_t));
    } else {
      element.child(1).Append(static_cast<int32_t>(draw.Between(-1000, 1000)));
    }
    element.EndStruct();
  }
  column->EndList();
}

void FillAttributes(Draw& draw, int64_t, ArrowColumn* column) {
  ArrowColumn& entries = column->child(0);
  const uint64_t first = draw.Below(kWords.size());
  for (uint64_t left = draw.Below(3); left > 0; --left) {
    entries.child(0).AppendText(kWords[(first + left) % kWords.size()]);
    entries.child(1).Append(draw.Between(0, 99));
    entries.EndStruct();
  }
  column->EndList();
}

constexpr std::array kColumns = {
    GeneratedColumn{"id", "l", 0, 8, [](Draw&, int64_t row, ArrowColumn* c) { c->Append(row); }},
    GeneratedColumn{"flag", "b", 20, 0, [](Draw& d, int64_t, ArrowColumn* c) { c->AppendBool(d.OneIn(2)); }},
    GeneratedColumn{"tiny", "c", 20, 1,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(static_cast<int8_t>(d.Between(-128, 127))); }},
    GeneratedColumn{"short", "s", 0, 2,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(static_cast<int16_t>(d.Between(-999, 999))); }},
    GeneratedColumn{"number", "i", 10, 4,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(static_cast<int32_t>(d.Between(0, 1 << 20))); }},
    GeneratedColumn{"big", "l", 10, 8,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(static_cast<int64_t>(d.Bits())); }},
    GeneratedColumn{"unsigned_tiny", "C", 0, 1,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(static_cast<uint8_t>(d.Below(256))); }},
    GeneratedColumn{"unsigned_big", "L", 0, 8, [](Draw& d, int64_t, ArrowColumn* c) { c->Append(d.Bits()); }},
    GeneratedColumn{
        "single", "f", 10, 4,
        [](Draw& d, int64_t, ArrowColumn* c) { c->Append(static_cast<float>(d.Between(-4000000, 4000000)) / 256); }},
    GeneratedColumn{"real", "g", 10, 8,
                    [](Draw& d, int64_t, ArrowColumn* c) {
                      c->Append(static_cast<double>(d.Between(-1000000000, 1000000000)) / 1024);
                    }},
    GeneratedColumn{"price", "d:9,2", 10, 16,
                    [](Draw& d, int64_t, ArrowColumn* c) {
                      const int64_t cents = d.Between(-99999, 9999999);
                      c->Append(Int128{static_cast<uint64_t>(cents), cents < 0 ? -1 : 0});
                    }},
    GeneratedColumn{"day", "tdD", 10, 4,
                    [](Draw& d, int64_t, ArrowColumn* c) {
                      c->Append(static_cast<int32_t>(kFirstDay + static_cast<int64_t>(d.Below(kDays))));
                    }},
    GeneratedColumn{"clock", "ttu", 10, 8,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(d.Between(0, kSecondsPerDay * 1000000 - 1)); }},
    GeneratedColumn{"instant", "tsu:UTC", 10, 8, [](Draw& d, int64_t, ArrowColumn* c) { c->Append(DrawMicros(d)); }},
    GeneratedColumn{"local_time", "tsm:", 10, 8,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(DrawMicros(d) / 1000); }},
    GeneratedColumn{"word", "u", 10, 0, [](Draw& d, int64_t, ArrowColumn* c) { c->AppendText(d.Word()); }},
    GeneratedColumn{"text", "u", 50, 0, [](Draw& d, int64_t, ArrowColumn* c) { c->AppendText(d.Text(0, 32)); }},
    GeneratedColumn{"bytes", "z", 10, 0,
                    [](Draw& d, int64_t, ArrowColumn* c) {
                      const uint64_t bits = d.Bits();
                      c->AppendText({reinterpret_cast<const char*>(&bits), static_cast<size_t>(bits % 9)});
                    }},
    GeneratedColumn{"key", "w:16", 0, 16,
                    [](Draw& d, int64_t, ArrowColumn* c) { c->Append(std::array{d.Bits(), d.Bits()}); }},
    GeneratedColumn{"tags", "+l", 10, 0, FillTags},
    GeneratedColumn{"point", "+s", 0, 0, FillPoint},
    GeneratedColumn{"readings", "+l", 10, 0, FillReadings},
    GeneratedColumn{"attributes", "+m", 10, 0, FillAttributes},
};

/// An empty column with its children.
ArrowColumn MakeColumn(const GeneratedColumn& spec) {
  ArrowColumn out{std::string(spec.name), std::string(spec.format)};
  const auto pair_of = [](std::string name, ArrowColumn first, ArrowColumn second) {
    ArrowColumn pair(std::move(name), "+s");
    pair.AddChild(std::move(first));
    pair.AddChild(std::move(second));
    return pair;
  };
  if (spec.fill == FillTags) {
    out.AddChild({"element", "u"});
  } else if (spec.fill == FillPoint) {
    out.AddChild({"x", "g"});
    out.AddChild({"y", "g"});
  } else if (spec.fill == FillReadings) {
    out.AddChild(pair_of("element", {"name", "u"}, {"value", "i"}));
  } else if (spec.fill == FillAttributes) {
    out.AddChild(pair_of("entries", {"key", "u"}, {"value", "l"}));
  }
  return out;
}

class GeneratedReader final : public BatchReader {
 public:
  GeneratedReader(int64_t rows, uint64_t seed) : rows_(rows), seed_(seed) {}

  Result<std::optional<Batch>> Next() override {
    if (row_ >= rows_) {
      return std::optional<Batch>();
    }
    const int64_t end = std::min(row_ + kBatchRows, rows_);
    CLI_TRY_ASSIGN(Batch batch, Make(row_, end));
    row_ = end;
    return std::optional<Batch>(std::move(batch));
  }
  Status ExportSchema(ArrowSchema* out) const override {
    CLI_TRY_ASSIGN(const Batch none, Make(0, 0));
    ArrowArray array{};
    CLI_TRY(none.Export(&array, out));
    array.release(&array);
    return {};
  }

 private:
  Result<Batch> Make(int64_t begin, int64_t end) const {
    std::vector<ArrowColumn> columns;
    for (size_t i = 0; i < kColumns.size(); ++i) {
      const GeneratedColumn& spec = kColumns[i];
      ArrowColumn column = MakeColumn(spec);
      for (int64_t row = begin; row < end; ++row) {
        Draw draw(seed_, i, row);
        if (spec.null_one_in == 0 || !draw.OneIn(spec.null_one_in)) {
          spec.fill(draw, row, &column);
        } else if (spec.format == "b") {
          column.AppendNullBool();
        } else {
          column.AppendNull(spec.width);
        }
      }
      columns.push_back(std::move(column));
    }
    return ArrowColumn::ToBatch(std::move(columns));
  }

  int64_t rows_;
  uint64_t seed_;
  int64_t row_ = 0;
};

}  // namespace

std::unique_ptr<BatchReader> GenerateRows(int64_t rows, uint64_t seed) {
  return std::make_unique<GeneratedReader>(rows, seed);
}

}  // namespace taracea::cli
