#include "byte_array_rows.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

namespace bench {
namespace {

constexpr int kRepetitions = 151;
constexpr int64_t kRepetitionNanoseconds = 500'000;
constexpr int64_t kLargeSliceBytes = int64_t{1} << 19;

std::string RandomWord(std::mt19937_64* random, uint64_t shortest, uint64_t longest) {
  std::string word(shortest + (*random)() % (longest - shortest + 1), ' ');
  std::generate(word.begin(), word.end(), [random] { return static_cast<char>('a' + (*random)() % 26); });
  return word;
}

int64_t Nanoseconds(const std::function<int64_t()>& work, int64_t calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < calls; ++i) {
    work();
  }
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void ByteArrays::Add(const std::string& value) {
  const auto* bytes = reinterpret_cast<const std::byte*>(value.data());
  data.insert(data.end(), bytes, bytes + value.size());
  offsets.push_back(static_cast<int32_t>(data.size()));
}

ByteArrays FixedWidth(int64_t width_bytes) {
  std::mt19937_64 random(1);
  ByteArrays values;
  for (int64_t i = width_bytes <= 64 ? kSliceCount : kLargeSliceBytes / width_bytes; i > 0; --i) {
    values.Add(RandomWord(&random, static_cast<uint64_t>(width_bytes), static_cast<uint64_t>(width_bytes)));
  }
  return values;
}

ByteArrays Distinct(int64_t distinct_count, int64_t value_count) {
  std::mt19937_64 random(2);
  std::vector<std::string> words;
  for (int64_t i = 0; i < distinct_count; ++i) {
    words.push_back(RandomWord(&random, 8, 32));
  }
  ByteArrays values;
  for (int64_t i = 0; i < value_count; ++i) {
    values.Add(words[random() % words.size()]);
  }
  return values;
}

ByteArrays SortedUrls() {
  std::mt19937_64 random(3);
  std::vector<std::string> urls;
  for (int64_t i = 0; i < kSliceCount; ++i) {
    char url[64];
    std::snprintf(url, sizeof url, "https://ex.org/c%02d/u%05d/%04d", static_cast<int>(random() % 20),
                  static_cast<int>(random() % 20000), static_cast<int>(random() % 10000));
    urls.emplace_back(url);
  }
  std::sort(urls.begin(), urls.end());
  ByteArrays values;
  for (const std::string& url : urls) {
    values.Add(url);
  }
  return values;
}

ByteArrays Mixed() {
  std::mt19937_64 random(4);
  ByteArrays values;
  for (int64_t i = 0; i < kSliceCount; ++i) {
    values.Add(RandomWord(&random, 8, 24));
  }
  return values;
}

RowTimer::RowTimer(std::string engine, int argc, char** argv)
    : engine_(std::move(engine)), wanted_(argv + 1, argv + argc) {}

bool RowTimer::Wants(const std::string& row) const {
  return wanted_.empty() || std::any_of(wanted_.begin(), wanted_.end(), [&row](const std::string& word) {
           return row.find(word) != std::string::npos;
         });
}

void RowTimer::Time(const std::string& row, int64_t value_count, const std::function<int64_t()>& work) const {
  if (!Wants(row)) {
    return;
  }
  const int64_t made_bytes = work();
  const int64_t calls = std::max<int64_t>(1, kRepetitionNanoseconds / std::max<int64_t>(1, Nanoseconds(work, 1)));
  std::vector<double> figures;
  for (int i = 0; i < kRepetitions; ++i) {
    figures.push_back(static_cast<double>(Nanoseconds(work, calls)) / static_cast<double>(calls * value_count));
  }
  std::sort(figures.begin(), figures.end());
  std::printf(R"({"row": "%s", "engine": "%s", "values": %lld, "min_ns": %.3f, "median_ns": %.3f, "bytes": %lld})"
              "\n",
              row.c_str(), engine_.c_str(), static_cast<long long>(value_count), figures.front(),
              figures[figures.size() / 2], static_cast<long long>(made_bytes));
  std::fflush(stdout);
}

}  // namespace bench
