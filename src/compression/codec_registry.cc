#include "compression/codec_registry.h"

#include <fmt/format.h>

#include <utility>

#include "base/try.h"
#include "compression/brotli_codec.h"
#include "compression/gzip_codec.h"
#include "compression/lz4_codec.h"
#include "compression/lz4_raw_codec.h"
#include "compression/snappy_codec.h"
#include "compression/uncompressed_codec.h"
#include "compression/user_codec_adapter.h"
#include "compression/zstd_codec.h"

namespace taracea {
namespace {

std::optional<LevelRange> BuiltInLevels(Codec codec) {
  switch (codec) {
    case Codec::kGzip: return compression::kGzipLevels;
    case Codec::kBrotli: return compression::kBrotliLevels;
    case Codec::kZstd: return compression::kZstdLevels;
    case Codec::kLz4Raw: return compression::kLz4RawLevels;
    case Codec::kUncompressed:
    case Codec::kSnappy:
    case Codec::kLzo:
    case Codec::kLz4: return std::nullopt;
  }
  return std::nullopt;
}

Status UnsupportedCodec(Codec codec) {
  return Status::Unsupported(fmt::format("compression codec {} ({}) is not built in; a user codec may be registered",
                                         ToString(codec), static_cast<int32_t>(codec)));
}

Status CheckUserCodec(const RegisteredCodec& entry) {
  if (entry.codec == nullptr) {
    return Status::InvalidArgument(
        fmt::format("user codec expected, null found for number {}", static_cast<int32_t>(entry.number)));
  }
  if (entry.number == Codec::kUncompressed) {
    return Status::InvalidArgument(
        fmt::format("UNCOMPRESSED (0) cannot be replaced by user codec '{}'", entry.codec->Name()));
  }
  const std::optional<LevelRange> levels = entry.codec->Levels();
  if (levels && (levels->minimum > levels->default_level || levels->default_level > levels->maximum)) {
    return Status::InvalidArgument(
        fmt::format("user codec '{}': levels must satisfy minimum <= default <= maximum, found {}, {}, {}",
                    entry.codec->Name(), levels->minimum, levels->default_level, levels->maximum));
  }
  return {};
}

Result<int> ChooseLevel(std::string_view name, const std::optional<LevelRange>& range, std::optional<int> level) {
  if (!range) {
    return level ? Result<int>(Status::InvalidArgument(
                       fmt::format("codec {} takes no compression level, found {}", name, *level)))
                 : Result<int>(0);
  }
  const int chosen = level.value_or(range->default_level);
  if (chosen < range->minimum || chosen > range->maximum) {
    return Status::InvalidArgument(fmt::format("compression level of {} must be between {} and {}, found {}", name,
                                               range->minimum, range->maximum, chosen));
  }
  return chosen;
}

}  // namespace

const std::shared_ptr<const CodecRegistry>& CodecRegistry::BuiltIn() {
  static const std::shared_ptr<const CodecRegistry> registry = std::make_shared<const CodecRegistry>();
  return registry;
}

Result<std::shared_ptr<const CodecRegistry>> CodecRegistry::With(std::vector<RegisteredCodec> user_codecs) {
  CodecRegistry registry;
  for (RegisteredCodec& entry : user_codecs) {
    TARACEA_TRY(CheckUserCodec(entry));
    if (registry.FindUserCodec(entry.number) != nullptr) {
      return Status::InvalidArgument(
          fmt::format("codec number {} is registered twice", static_cast<int32_t>(entry.number)));
    }
    registry.user_codecs_.push_back(std::move(entry));
  }
  return std::make_shared<const CodecRegistry>(std::move(registry));
}

std::shared_ptr<const UserCodec> CodecRegistry::FindUserCodec(Codec codec) const {
  for (const RegisteredCodec& entry : user_codecs_) {
    if (entry.number == codec) {
      return entry.codec;
    }
  }
  return nullptr;
}

std::string CodecRegistry::Name(Codec codec) const {
  const std::shared_ptr<const UserCodec> user_codec = FindUserCodec(codec);
  return user_codec != nullptr ? user_codec->Name() : ToString(codec);
}

std::optional<LevelRange> CodecRegistry::Levels(Codec codec) const {
  const std::shared_ptr<const UserCodec> user_codec = FindUserCodec(codec);
  return user_codec != nullptr ? user_codec->Levels() : BuiltInLevels(codec);
}

namespace compression {

Result<std::unique_ptr<Compressor>> MakeCompressor(const CodecRegistry& registry, Codec codec,
                                                   std::optional<int> level) {
  TARACEA_TRY_ASSIGN(const int chosen, ChooseLevel(registry.Name(codec), registry.Levels(codec), level));
  if (std::shared_ptr<const UserCodec> user_codec = registry.FindUserCodec(codec)) {
    return MakeUserCompressor(std::move(user_codec), chosen);
  }
  switch (codec) {
    case Codec::kUncompressed: return MakeUncompressedCompressor();
    case Codec::kSnappy: return MakeSnappyCompressor();
    case Codec::kGzip: return MakeGzipCompressor(chosen);
    case Codec::kBrotli: return MakeBrotliCompressor(chosen);
    case Codec::kZstd: return MakeZstdCompressor(chosen);
    case Codec::kLz4Raw: return MakeLz4RawCompressor(chosen);
    case Codec::kLz4:
      return Status::Unsupported("compression codec LZ4 (5) is deprecated and only read; write LZ4_RAW (7) instead");
    case Codec::kLzo: break;
  }
  return UnsupportedCodec(codec);
}

Result<std::unique_ptr<Decompressor>> MakeDecompressor(const CodecRegistry& registry, Codec codec) {
  if (std::shared_ptr<const UserCodec> user_codec = registry.FindUserCodec(codec)) {
    return MakeUserDecompressor(std::move(user_codec));
  }
  switch (codec) {
    case Codec::kUncompressed: return MakeUncompressedDecompressor();
    case Codec::kSnappy: return MakeSnappyDecompressor();
    case Codec::kGzip: return MakeGzipDecompressor();
    case Codec::kBrotli: return MakeBrotliDecompressor();
    case Codec::kLz4: return MakeLz4Decompressor();
    case Codec::kZstd: return MakeZstdDecompressor();
    case Codec::kLz4Raw: return MakeLz4RawDecompressor();
    case Codec::kLzo: break;
  }
  return UnsupportedCodec(codec);
}

}  // namespace compression
}  // namespace taracea
