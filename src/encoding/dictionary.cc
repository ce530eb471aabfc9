#include <string>

#include "base/bytes.h"
#include "base/try.h"
#include "encoding/decoder.h"
#include "encoding/plain_decoder.h"

namespace taracea::encoding {
namespace {

Status DecodeByteArrays(Decoder* decoder, Arena* arena, Dictionary* dictionary) {
  // Reset has compared the count with the bytes of the page.
  TARACEA_TRY_ASSIGN(OwnedBuffer offsets,
                     arena->AllocateSized((static_cast<size_t>(dictionary->entry_count) + 1) * sizeof(int64_t)));
  TARACEA_TRY_ASSIGN(const int64_t payload_bytes, decoder->Measure(dictionary->entry_count));
  TARACEA_TRY_ASSIGN(OwnedBuffer values, arena->AllocateSized(static_cast<size_t>(payload_bytes)));
  offsets.as<int64_t>()[0] = 0;
  TARACEA_TRY(
      decoder->Decode(dictionary->entry_count, Output::Binary64(offsets.as<int64_t>(), values.data(), kSlackBytes)));
  dictionary->offsets = std::move(offsets).Publish();
  dictionary->values = std::move(values).Publish();
  return {};
}

Status DecodeFixed(Decoder* decoder, Arena* arena, Dictionary* dictionary) {
  const int64_t size_bytes = dictionary->entry_count * dictionary->width_bytes;
  TARACEA_TRY_ASSIGN(OwnedBuffer values, arena->AllocateSized(static_cast<size_t>(size_bytes)));
  TARACEA_TRY(decoder->Decode(dictionary->entry_count, Output::Fixed(values.data(), kSlackBytes)));
  dictionary->values = std::move(values).Publish();
  return {};
}

}  // namespace

std::string_view Dictionary::Entry(int64_t i) const noexcept {
  if (type == PhysicalType::kByteArray) {
    const int64_t* at = offsets.as<int64_t>().data() + i;
    return AsText({values.data() + at[0], static_cast<size_t>(at[1] - at[0])});
  }
  return AsText({values.data() + i * width_bytes, static_cast<size_t>(width_bytes)});
}

Result<std::shared_ptr<const Dictionary>> DecodeDictionary(const PageValues& page, PhysicalType type,
                                                           int32_t type_length, const std::shared_ptr<Arena>& arena) {
  // An index has 32 bits, and each entry of a type with a width takes room in the page.
  if (page.value_count < 0 || page.value_count > INT32_MAX) {
    return Status::Corrupt("expected a count of dictionary entries, found " + std::to_string(page.value_count));
  }
  TARACEA_TRY_ASSIGN(const std::unique_ptr<Decoder> decoder,
                     MakePlainDecoder({.type = type, .type_length = type_length, .dictionary = {}, .arena = arena}));
  TARACEA_TRY(decoder->Reset(page));
  const std::shared_ptr<Arena> memory = arena ? arena : DefaultArena();
  auto dictionary = std::make_shared<Dictionary>();
  dictionary->type = type;
  dictionary->entry_count = page.value_count;
  dictionary->width_bytes = type == PhysicalType::kFixedLenByteArray ? type_length : FixedWidthBytes(type);
  TARACEA_TRY(type == PhysicalType::kByteArray ? DecodeByteArrays(decoder.get(), memory.get(), dictionary.get())
                                               : DecodeFixed(decoder.get(), memory.get(), dictionary.get()));
  return std::shared_ptr<const Dictionary>(std::move(dictionary));
}

}  // namespace taracea::encoding
