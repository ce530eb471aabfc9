#include <algorithm>
#include <numeric>
#include <utility>

#include "api/batch_streams.h"
#include "base/guard.h"
#include "base/try.h"
#include "taracea/batch_readers.h"
#include "text/value_format.h"

namespace taracea {
namespace {

using array::Array;
using array::BatchStream;
using array::Field;
using array::RecordBatch;

constexpr std::string_view kNoRow = "(no row)";

/// Hands out the rows of a stream in pieces of any length.
class RowCursor {
 public:
  explicit RowCursor(BatchStream& stream) : stream_(stream) {}

  /// Makes sure that rows are at hand; false at the end.
  Result<bool> Fill() {
    while (at_ == (batch_ ? batch_->length : 0)) {
      TARACEA_TRY_ASSIGN(batch_, stream_.Next());
      at_ = 0;
      if (!batch_) {
        return false;
      }
    }
    return true;
  }
  int64_t available() const noexcept { return batch_->length - at_; }
  Array Column(size_t i, int64_t count) const { return batch_->columns[i]->Slice(at_, count); }
  void Pass(int64_t count) noexcept { at_ += count; }

 private:
  BatchStream& stream_;
  std::optional<RecordBatch> batch_;
  int64_t at_ = 0;
};

std::string ValueText(const Field& field, const Array& array, int64_t i) {
  std::string out;
  text::AppendValue(field, array, i, {.style = text::ValueStyle::kJson}, &out);
  return out;
}

class Comparison {
 public:
  Comparison(BatchStream& left, BatchStream& right, int64_t max_differences)
      : left_fields_(*left.fields()),
        right_fields_(*right.fields()),
        left_(left),
        right_(right),
        max_differences_(max_differences) {}

  Result<CompareReport> Run() {
    while (true) {
      TARACEA_TRY_ASSIGN(const bool left, left_.Fill());
      TARACEA_TRY_ASSIGN(const bool right, right_.Fill());
      if (!left && !right) {
        return std::move(report_);
      }
      if (left && right) {
        CompareRows(std::min(left_.available(), right_.available()));
      } else {
        MissRows(left ? &left_ : &right_, left);
      }
    }
  }

 private:
  void CompareRows(int64_t count) {
    std::vector<Difference> found;
    for (size_t i = 0; i < left_fields_.size(); ++i) {
      const Array left = left_.Column(i, count);
      const Array right = right_.Column(i, count);
      const bool same_type = left.type == right.type;
      if (!(same_type && array::ValuesEqual(left, right))) {
        Halve({.column = i, .left = &left, .right = &right, .same_type = same_type}, 0, count, &found);
      }
    }
    // By rows, and by columns within a row: they were found column by column.
    std::vector<size_t> order(found.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(),
              [&found](size_t a, size_t b) { return std::pair(found[a].row, a) < std::pair(found[b].row, b); });
    for (const size_t i : order) {
      if (static_cast<int64_t>(report_.differences.size()) < max_differences_) {
        report_.differences.push_back(std::move(found[i]));
      }
    }
    left_.Pass(count);
    right_.Pass(count);
    report_.rows += count;
    report_.values += count * static_cast<int64_t>(left_fields_.size());
  }

  struct ColumnPair {
    size_t column;
    const Array* left;
    const Array* right;
    bool same_type;
  };

  /// Finds the slots that differ by halving ranges until they are equal or one slot.
  void Halve(const ColumnPair& pair, int64_t begin, int64_t end, std::vector<Difference>* found) {
    if (pair.same_type &&
        array::ValuesEqual(pair.left->Slice(begin, end - begin), pair.right->Slice(begin, end - begin))) {
      return;
    }
    if (end - begin > 1) {
      const int64_t middle = begin + (end - begin) / 2;
      Halve(pair, begin, middle, found);
      Halve(pair, middle, end, found);
      return;
    }
    Difference difference;
    difference.left = ValueText(left_fields_[pair.column], *pair.left, begin);
    difference.right = ValueText(right_fields_[pair.column], *pair.right, begin);
    if (!pair.same_type && difference.left == difference.right) {
      return;
    }
    ++report_.different_values;
    if (static_cast<int64_t>(found->size()) < max_differences_ * static_cast<int64_t>(left_fields_.size())) {
      difference.row = report_.rows + begin;
      difference.column = left_fields_[pair.column].name;
      found->push_back(std::move(difference));
    }
  }

  /// Counts the rows that only one side has.
  void MissRows(RowCursor* side, bool is_left) {
    const int64_t count = side->available();
    if (static_cast<int64_t>(report_.differences.size()) < max_differences_) {
      Difference difference;
      difference.row = report_.rows;
      difference.left = is_left ? "(row)" : kNoRow;
      difference.right = is_left ? kNoRow : "(row)";
      report_.differences.push_back(std::move(difference));
    }
    report_.different_values += count;
    report_.rows += count;
    side->Pass(count);
  }

  const std::vector<Field>& left_fields_;
  const std::vector<Field>& right_fields_;
  RowCursor left_;
  RowCursor right_;
  int64_t max_differences_;
  CompareReport report_;
};

}  // namespace

Result<CompareReport> CompareReaders(BatchReader& left, BatchReader& right, int64_t max_differences) {
  return Guard([&]() -> Result<CompareReport> {
    TARACEA_TRY_ASSIGN(const std::unique_ptr<BatchStream> a, api::BorrowReader(left));
    TARACEA_TRY_ASSIGN(const std::unique_ptr<BatchStream> b, api::BorrowReader(right));
    const auto same_name = [](const Field& x, const Field& y) { return x.name == y.name; };
    if (!std::equal(a->fields()->begin(), a->fields()->end(), b->fields()->begin(), b->fields()->end(), same_name)) {
      return Status::InvalidArgument("the two sides have other columns: " + std::to_string(a->fields()->size()) +
                                     " and " + std::to_string(b->fields()->size()));
    }
    return Comparison(*a, *b, max_differences).Run();
  });
}

}  // namespace taracea
