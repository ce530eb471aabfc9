#include "base/arena.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "base/mapping_pool.h"

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#endif
#if defined(__SANITIZE_ADDRESS__)
#define TARACEA_UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TARACEA_UNDER_ASAN 1
#endif
#endif

namespace taracea {
namespace {

OwnedBuffer Take(const std::shared_ptr<Arena>& arena, size_t capacity_bytes) {
  Result<OwnedBuffer> buffer = arena->Allocate(capacity_bytes);
  EXPECT_TRUE(buffer.ok()) << buffer.status().ToString();
  return *std::move(buffer);
}

TEST(ArenaTest, AlignsEveryAllocationAndLeavesWritableSlack) {
  const auto arena = Arena::Create();
  for (const size_t size : {size_t{0}, size_t{1}, size_t{63}, size_t{64}, size_t{65}, size_t{4096},
                            (size_t{256} << 10) - 65, (size_t{256} << 10) - 64, size_t{256} << 10, size_t{1} << 20,
                            (size_t{2} << 20) - 64, size_t{2} << 20, size_t{5} << 20, (size_t{9} << 20) + 1}) {
    OwnedBuffer buffer = Take(arena, size);
    ASSERT_NE(buffer.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 0U);
    EXPECT_GE(buffer.capacity(), size);
    EXPECT_EQ(buffer.size(), 0U);
    std::memset(buffer.data(), 0x5A, buffer.capacity() + kSlackBytes);
  }
  EXPECT_EQ(arena->counters().live_bytes, 0);
  EXPECT_EQ(arena->counters().allocations, 14);
}

TEST(ArenaTest, RoundingIsStableAndWastesLittle) {
  for (size_t size = size_t{256} << 10; size < (size_t{1} << 40); size += size / 7 + 1) {
    const size_t rounded = MappingPool::RoundUp(size);
    ASSERT_GE(rounded, size);
    ASSERT_LE(rounded - size, std::max(kPoolPieceBytes, size / 7));
    ASSERT_EQ(MappingPool::RoundUp(rounded), rounded);
  }
}

TEST(ArenaTest, RecyclesLargeMemoryAndKeepsSmallOut) {
  const auto arena = Arena::Create();
  const std::byte* first = nullptr;
  {
    OwnedBuffer buffer = Take(arena, size_t{3} << 20);
    first = buffer.data();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % kPoolSlabBytes, 0U);
  }
  EXPECT_GE(arena->counters().kept_bytes, int64_t{3} << 20);
  OwnedBuffer again = Take(arena, size_t{3} << 20);
  EXPECT_EQ(again.data(), first);
  EXPECT_EQ(arena->counters().recycled, 1);
  EXPECT_EQ(arena->counters().kept_bytes, 0);
  Take(arena, 1000).Reset();
  EXPECT_EQ(arena->counters().kept_bytes, 0);
}

TEST(ArenaTest, CutsSlabsIntoDisjointPieces) {
  const auto arena = Arena::Create();
  std::mt19937 random(7);
  std::vector<OwnedBuffer> buffers;
  for (int round = 0; round < 2000; ++round) {
    if (buffers.size() > 20 || (!buffers.empty() && random() % 3 == 0)) {
      const size_t at = random() % buffers.size();
      const OwnedBuffer buffer = std::move(buffers[at]);
      buffers.erase(buffers.begin() + static_cast<ptrdiff_t>(at));
      const auto* words = buffer.as<uint64_t>();
      const size_t count = buffer.size() / 8;
      ASSERT_EQ(words[0], words[count - 1]);
      ASSERT_EQ(words[0], words[count / 2]);
    } else {
      OwnedBuffer buffer = Take(arena, (size_t{200} << 10) + random() % (size_t{5} << 19));
      buffer.SetSize(buffer.capacity());
      auto* words = buffer.as<uint64_t>();
      const size_t count = buffer.size() / 8;
      words[0] = words[count / 2] = words[count - 1] = static_cast<uint64_t>(round);
      buffers.push_back(std::move(buffer));
    }
  }
  buffers.clear();
  EXPECT_EQ(arena->counters().live_bytes, 0);
  EXPECT_GT(arena->counters().kept_bytes, 0);
  arena->Trim();
  EXPECT_EQ(arena->counters().kept_bytes, 0);
}

TEST(ArenaTest, KeepsNoMoreThanItsBound) {
  const auto arena = Arena::Create(nullptr, size_t{8} << 20);
  std::vector<OwnedBuffer> buffers;
  for (size_t i = 0; i < 10; ++i) {
    buffers.push_back(Take(arena, size_t{3} << 20));
    buffers.push_back(Take(arena, size_t{2000} << 10));
  }
  buffers.clear();
  EXPECT_LE(arena->counters().kept_bytes, int64_t{8} << 20);
  EXPECT_GT(arena->counters().kept_bytes, 0);
}

TEST(ArenaTest, AsksTheBudgetBeforeTheSystem) {
  const auto budget = std::make_shared<MemoryBudget>(int64_t{1} << 20);
  const auto arena = Arena::Create(budget);
  const Result<OwnedBuffer> huge = arena->Allocate(size_t{1} << 50);
  ASSERT_FALSE(huge.ok());
  EXPECT_EQ(huge.error().code(), ErrorCode::kOutOfMemory);
  EXPECT_NE(huge.error().message().find("budget of 1048576 bytes"), std::string::npos);
  EXPECT_EQ(arena->Allocate(~size_t{0}).error().code(), ErrorCode::kOutOfMemory);
  EXPECT_EQ(Arena::Create()->Allocate(size_t{1} << 60).error().code(), ErrorCode::kOutOfMemory);
  EXPECT_EQ(budget->used_bytes(), 0);
  {
    const OwnedBuffer half = Take(arena, size_t{512} << 10);
    EXPECT_GE(budget->used_bytes(), int64_t{512} << 10);
    EXPECT_FALSE(arena->Allocate(size_t{600} << 10).ok());
    EXPECT_TRUE(arena->Allocate(size_t{300} << 10).ok());
  }
  EXPECT_EQ(budget->used_bytes(), 0);
  EXPECT_LE(budget->peak_bytes(), budget->limit_bytes());
  EXPECT_FALSE(budget->Take(-1).ok());
}

TEST(ArenaTest, FreeMappingsMakeWayForOthersUnderABudget) {
  const auto budget = std::make_shared<MemoryBudget>(int64_t{16} << 20);
  const auto arena = Arena::Create(budget);
  Take(arena, size_t{10} << 20).Reset();
  const OwnedBuffer other = Take(arena, size_t{12} << 20);
  EXPECT_LE(arena->counters().kept_bytes + budget->used_bytes(), budget->limit_bytes());
}

TEST(ArenaTest, SharedArenasRecycleForEachOtherAndCountApart) {
  constexpr size_t kSize = size_t{37} << 20;
  const std::byte* memory = nullptr;
  {
    const auto first = Arena::CreateShared(std::make_shared<MemoryBudget>(int64_t{1} << 30));
    const OwnedBuffer buffer = Take(first, kSize);
    memory = buffer.data();
    EXPECT_EQ(first->counters().allocations, 1);
  }
  const auto second = Arena::CreateShared(std::make_shared<MemoryBudget>(int64_t{1} << 30));
  const OwnedBuffer again = Take(second, kSize);
  EXPECT_EQ(again.data(), memory);
  EXPECT_EQ(second->counters().recycled, 1);
  EXPECT_EQ(second->counters().allocations, 1);
}

TEST(ArenaTest, PublishedBuffersOutliveEverythingElse) {
  Buffer buffer;
  {
    auto arena = Arena::Create(std::make_shared<MemoryBudget>(0));
    OwnedBuffer owned = Take(arena, size_t{1} << 20);
    ASSERT_TRUE(owned.Append(AsBytes("kept")).ok());
    buffer = std::move(owned).Publish();
  }
  EXPECT_EQ(AsText(buffer.bytes()), "kept");
  EXPECT_GE(buffer.slack(), kSlackBytes);
  const Buffer slice = buffer.Slice(1, 2);
  buffer = Buffer();
  std::thread([moved = slice] { EXPECT_EQ(AsText(moved.bytes()), "ep"); }).join();
}

TEST(ArenaTest, ExportMovesBytesOutOfTheBudgetOnce) {
  const auto budget = std::make_shared<MemoryBudget>(int64_t{4} << 20);
  const auto arena = Arena::Create(budget);
  for (const size_t size : {size_t{100}, size_t{1} << 20}) {
    Buffer buffer = Take(arena, size).Publish();
    const int64_t used = budget->used_bytes();
    EXPECT_GT(used, 0);
    arena->MarkExported(buffer);
    arena->MarkExported(buffer.Slice(0, 0));
    EXPECT_EQ(budget->used_bytes(), 0);
    EXPECT_EQ(arena->counters().exported_bytes, used);
    EXPECT_EQ(arena->counters().live_bytes, used);
    buffer = Buffer();
    EXPECT_EQ(budget->used_bytes(), 0);
    EXPECT_EQ(arena->counters().exported_bytes, 0);
    EXPECT_EQ(arena->counters().live_bytes, 0);
  }
  const Buffer foreign = Buffer::CopyOf(AsBytes("foreign"));
  arena->MarkExported(foreign);
  arena->MarkExported(Buffer());
  const Buffer of_other_arena = Take(Arena::Create(), 10).Publish();
  arena->MarkExported(of_other_arena);
  EXPECT_EQ(arena->counters().exported_bytes, 0);
}

TEST(ArenaTest, ThreadsAllocatePublishAndFreeAtOnce) {
  const auto budget = std::make_shared<MemoryBudget>(int64_t{1} << 30);
  const auto arena = Arena::Create(budget, size_t{32} << 20);
  std::vector<Buffer> shared(8);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (size_t round = 0; round < 300; ++round) {
        OwnedBuffer owned = Take(arena, random() % (size_t{6} << 20));
        ASSERT_TRUE(owned.Append(AsBytes("0123456789")).ok());
        const Buffer buffer = std::move(owned).Publish();
        if (random() % 2 == 0) {
          arena->MarkExported(buffer);
        }
        if (round == 299) {
          shared[t] = buffer;
          shared[t + 4] = buffer;
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::thread([moved = std::move(shared)]() mutable { moved.clear(); }).join();
  EXPECT_EQ(arena->counters().live_bytes, 0);
  EXPECT_EQ(arena->counters().exported_bytes, 0);
  EXPECT_EQ(budget->used_bytes(), 0);
  EXPECT_LE(arena->counters().kept_bytes, int64_t{32} << 20);
}

#if defined(TARACEA_UNDER_ASAN)
TEST(ArenaTest, PoisonsMemoryThatWasGivenBack) {
  const auto arena = Arena::Create();
  for (const size_t size : {size_t{300} << 10, size_t{3} << 20}) {
    OwnedBuffer buffer = Take(arena, size);
    std::byte* memory = buffer.data();
    EXPECT_EQ(__asan_region_is_poisoned(memory, buffer.capacity() + kSlackBytes), nullptr);
    buffer.Reset();
    EXPECT_EQ(__asan_region_is_poisoned(memory, 1), memory);
  }
}
#endif

TEST(OwnedBufferTest, GrowsInAmortisedLinearTimeAndKeepsItsBytes) {
  const auto arena = Arena::Create();
  OwnedBuffer buffer = Take(arena, 0);
  std::vector<std::byte> expected;
  for (int i = 0; i < 20000; ++i) {
    const auto piece = std::to_string(i);
    ASSERT_TRUE(buffer.Append(AsBytes(piece)).ok());
    expected.insert(expected.end(), AsBytes(piece).begin(), AsBytes(piece).end());
  }
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), buffer.bytes().begin(), buffer.bytes().end()));
  EXPECT_LE(arena->counters().allocations, 30);
  buffer.Reset();
  EXPECT_TRUE(buffer.Resize(10).ok());
  EXPECT_EQ(buffer.size(), 10U);
}

TEST(OwnedBufferTest, GrowsToWhatIsNeededWhereTheBudgetHasNoRoomForDouble) {
  const auto arena = Arena::Create(std::make_shared<MemoryBudget>(2000));
  OwnedBuffer buffer = Take(arena, 800);
  EXPECT_TRUE(buffer.Resize(buffer.capacity() + 1).ok());
  EXPECT_EQ(buffer.Resize(1900).code(), ErrorCode::kOutOfMemory);
  EXPECT_LT(buffer.size(), 1000U);
}

TEST(OwnedBufferTest, MovesLeaveNothingBehind) {
  const auto arena = Arena::Create();
  OwnedBuffer a = Take(arena, 100);
  OwnedBuffer b = std::move(a);
  EXPECT_EQ(a.data(), nullptr);  // NOLINT(bugprone-use-after-move): that is the promise
  EXPECT_FALSE(a.Reserve(1).ok());
  EXPECT_FALSE(std::move(a).Publish());
  b = OwnedBuffer();
  EXPECT_EQ(arena->counters().live_bytes, 0);
}

TEST(BufferTest, CopiesAreAlignedAndIndependent) {
  std::string text = "some bytes";
  const Buffer copy = Buffer::CopyOf(AsBytes(text));
  text[0] = 'X';
  EXPECT_EQ(AsText(copy.bytes()), "some bytes");
  EXPECT_EQ(reinterpret_cast<uintptr_t>(copy.data()) % 64, 0U);
  EXPECT_EQ(copy.slack(), kSlackBytes);
  EXPECT_EQ(copy.Slice(5, 3).slack(), kSlackBytes + 2);
  EXPECT_FALSE(Buffer::CopyOf({}));
}

}  // namespace
}  // namespace taracea
