#include "text/compressed_stream.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "text/text_fixture.h"

namespace taracea::text {
namespace {

std::string Gzip(const std::string& text) {
  z_stream state{};
  EXPECT_EQ(deflateInit2(&state, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string copy = text;
  std::string out(deflateBound(&state, static_cast<uLong>(text.size())), '\0');
  state.next_in = reinterpret_cast<Bytef*>(copy.data());
  state.avail_in = static_cast<uInt>(copy.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&state, Z_FINISH), Z_STREAM_END);
  out.resize(state.total_out);
  deflateEnd(&state);
  return out;
}

std::string Zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
  return out;
}

Result<std::string> ReadAll(std::string bytes, size_t step) {
  Result<std::unique_ptr<ByteStream>> stream = DecompressByContent(std::make_unique<StringStream>(std::move(bytes)));
  if (!stream) {
    return std::move(stream).error();
  }
  std::string out;
  std::vector<std::byte> block(step);
  while (true) {
    Result<size_t> got = (*stream)->Read(block);
    if (!got) {
      return std::move(got).error();
    }
    if (*got == 0) {
      return out;
    }
    out.append(reinterpret_cast<const char*>(block.data()), *got);
  }
}

std::string Sample() {
  std::string out;
  for (int i = 0; i < 100000; ++i) {
    out += std::to_string(i * 7919) + ",";
  }
  return out;
}

TEST(CompressedStream, Rule21RecognisesGzipAndZstdByContent) {
  const std::string text = Sample();
  for (const size_t step : {size_t{1000}, size_t{1} << 20}) {
    EXPECT_EQ(*ReadAll(text, step), text);
    EXPECT_EQ(*ReadAll(Gzip(text), step), text);
    EXPECT_EQ(*ReadAll(Zstd(text), step), text);
  }
  EXPECT_EQ(*ReadAll("", 10), "");
  EXPECT_EQ(*ReadAll("\x1F", 10), "\x1F");
}

TEST(CompressedStream, ReadsSeveralMembersAndFrames) {
  EXPECT_EQ(*ReadAll(Gzip("ab") + Gzip("") + Gzip("cd"), 1), "abcd");
  EXPECT_EQ(*ReadAll(Zstd("ab") + Zstd("") + Zstd("cd"), 1), "abcd");
}

TEST(CompressedStream, RejectsEveryTruncation) {
  for (const std::string& whole : {Gzip("hello, hello, hello"), Zstd("hello, hello, hello")}) {
    for (size_t size = 4; size < whole.size(); ++size) {
      const Result<std::string> cut = ReadAll(whole.substr(0, size), 100);
      ASSERT_FALSE(cut.ok()) << size;
      EXPECT_EQ(cut.error().code(), ErrorCode::kCorrupt);
    }
  }
}

}  // namespace
}  // namespace taracea::text
