#include "taracea/status.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/guard.h"
#include "base/try.h"

namespace taracea {
namespace {

TEST(StatusTest, OkIsAPointerThatHoldsNothing) {
  static_assert(sizeof(Status) == sizeof(void*));
  const Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.code(), ErrorCode::kOk);
  EXPECT_EQ(status.message(), "");
  EXPECT_EQ(status.place(), Place{});
  EXPECT_EQ(status.ToString(), "ok");
  EXPECT_TRUE(Status(ErrorCode::kOk, "ignored").ok());
}

TEST(StatusTest, NamesEveryCode) {
  EXPECT_EQ(Status::InvalidArgument("m").ToString(), "invalid argument: m");
  EXPECT_EQ(Status::Io("m").ToString(), "io: m");
  EXPECT_EQ(Status::Corrupt("m").ToString(), "corrupt: m");
  EXPECT_EQ(Status::Unsupported("m").ToString(), "unsupported: m");
  EXPECT_EQ(Status::LimitExceeded("m").ToString(), "limit exceeded: m");
  EXPECT_EQ(Status::OutOfMemory("m").ToString(), "out of memory: m");
  EXPECT_EQ(Status::Cancelled("m").ToString(), "cancelled: m");
  EXPECT_EQ(Status::Internal("m").ToString(), "internal: m");
  EXPECT_EQ(ErrorCodeName(ErrorCode::kOk), "ok");
}

TEST(StatusTest, CopiesAreDeepAndMovesAreFree) {
  Status original = Status::Corrupt("bad");
  Status copy = original;
  copy.At({.file = "f"});
  EXPECT_EQ(original.place().file, "");
  EXPECT_EQ(copy.place().file, "f");
  original = copy;
  EXPECT_EQ(original, copy);
  const Status& alias = original;
  original = alias;
  EXPECT_EQ(original, copy);
  const Status moved = std::move(original);
  EXPECT_EQ(moved, copy);
  original = Status();
  EXPECT_TRUE(original.ok());
}

TEST(StatusTest, PlaceFillsFromTheInsideOut) {
  Status status = Status::Corrupt("cut short");
  status.At({.page = 17});
  status.At({.column = "a.b", .page = 99});
  EXPECT_EQ(std::move(status).At({.file = "F", .row_group = 3, .offset = 48213}).ToString(),
            "corrupt: cut short [file F, row group 3, column a.b, page 17, offset 48213]");
  Status ok;
  ok.At({.file = "F"});
  EXPECT_EQ(ok.place(), Place{});
}

Result<int> Half(int value) {
  if (value % 2 != 0) {
    return Status::InvalidArgument("odd");
  }
  return value / 2;
}

Result<int> Quarter(int value) {
  TARACEA_TRY_ASSIGN(const int half, Half(value));
  TARACEA_TRY_ASSIGN(const int quarter, Half(half));
  return quarter;
}

TEST(ResultTest, CarriesAValueOrTheReasonOfItsAbsence) {
  EXPECT_EQ(*Quarter(12), 3);
  EXPECT_EQ(Quarter(6).error(), Status::InvalidArgument("odd"));
  EXPECT_EQ(Quarter(6).value_or(7), 7);
  EXPECT_TRUE(Quarter(12).status().ok());
  EXPECT_THROW(static_cast<void>(Quarter(6).value()), Error);
  Result<std::unique_ptr<int>> moved = std::make_unique<int>(5);
  EXPECT_EQ(*std::move(moved).value(), 5);
}

TEST(GuardTest, TurnsExceptionsIntoStatuses) {
  EXPECT_TRUE(Guard([] { return Status(); }).ok());
  EXPECT_EQ(Guard([]() -> Status { throw std::bad_alloc(); }).code(), ErrorCode::kOutOfMemory);
  EXPECT_EQ(Guard([]() -> Result<int> { throw std::runtime_error("x"); }).error(),
            Status::Internal("unexpected exception: x"));
  EXPECT_EQ(Guard([]() -> Status { throw 3; }).code(), ErrorCode::kInternal);
}

}  // namespace
}  // namespace taracea
