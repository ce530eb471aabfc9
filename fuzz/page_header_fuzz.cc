// The structs in front of and about pages, from any bytes. The first byte chooses the struct.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "base/arena.h"
#include "format/metadata_json.h"
#include "format/page_header.h"
#include "format/page_index.h"

using taracea::ConstBytes;
using taracea::OwnedBuffer;
using taracea::PageHeader;
using taracea::ReadLimits;
using taracea::Result;
using taracea::Status;

namespace {

void Require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// Requires that what is written reads as the same.
template <typename T>
void RequireSame(const T& value, Status (*write)(const T&, OwnedBuffer*),
                 Result<T> (*read)(ConstBytes, const ReadLimits&, size_t*)) {
  OwnedBuffer out = *taracea::DefaultArena()->Allocate(0);
  Require(write(value, &out).ok());
  const Result<T> again = read(out.bytes(), ReadLimits(), nullptr);
  Require(again.ok() && *again == value);
}

void RunPageHeader(ConstBytes bytes, const ReadLimits& limits) {
  size_t consumed = 0;
  const Result<std::optional<PageHeader>> header = taracea::format::ReadPageHeader(bytes, limits, &consumed);
  if (!header.ok()) {
    return;
  }
  if (!header->has_value()) {
    return;
  }
  Require(consumed <= bytes.size());
  static_cast<void>(taracea::format::ToJson(**header));
  OwnedBuffer out = *taracea::DefaultArena()->Allocate(0);
  Require(taracea::format::WritePageHeader(**header, &out).ok());
  const Result<std::optional<PageHeader>> again = taracea::format::ReadPageHeader(out.bytes(), ReadLimits());
  Require(again.ok() && again->has_value());
  // Every shorter piece of the header asks for more.
  for (size_t cut = 0; cut < consumed; ++cut) {
    const Result<std::optional<PageHeader>> piece = taracea::format::ReadPageHeader(bytes.first(cut), limits);
    Require(piece.ok() && !piece->has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  ReadLimits limits;
  limits.memory_budget_bytes = int64_t{64} << 20;
  const ConstBytes bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0: RunPageHeader(bytes, limits); break;
    case 1:
      if (const auto index = taracea::format::ReadOffsetIndex(bytes, limits); index.ok()) {
        RequireSame(*index, taracea::format::WriteOffsetIndex, taracea::format::ReadOffsetIndex);
      }
      break;
    case 2:
      if (const auto index = taracea::format::ReadColumnIndex(bytes, limits); index.ok()) {
        static_cast<void>(taracea::format::ToJson(*index));
        RequireSame(*index, taracea::format::WriteColumnIndex, taracea::format::ReadColumnIndex);
      }
      break;
    default:
      if (const auto header = taracea::format::ReadBloomFilterHeader(bytes, limits); header.ok()) {
        static_cast<void>(taracea::format::ToJson(*header));
      }
  }
  return 0;
}
