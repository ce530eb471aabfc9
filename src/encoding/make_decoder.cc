#include <string>

#include "encoding/boolean_rle.h"
#include "encoding/byte_stream_split.h"
#include "encoding/decoder.h"
#include "encoding/delta_binary_packed.h"
#include "encoding/delta_byte_array.h"
#include "encoding/delta_length_byte_array.h"
#include "encoding/dictionary_decoder.h"
#include "encoding/plain_decoder.h"
#include "format/legal_encodings.h"

namespace taracea::encoding {

Result<std::unique_ptr<Decoder>> MakeDecoder(Encoding encoding, const DecoderSpec& spec) {
  if (!format::IsLegalToRead(encoding, spec.type)) {
    return Status::Corrupt("the format does not define " + ToString(encoding) + " for " + ToString(spec.type));
  }
  if (spec.type == PhysicalType::kFixedLenByteArray && spec.type_length < 0) {
    return Status::Corrupt("expected a type_length of at least 0, found " + std::to_string(spec.type_length));
  }
  switch (encoding) {
    case Encoding::kPlain: return MakePlainDecoder(spec);
    case Encoding::kRle: return MakeBooleanRleDecoder(spec);
    case Encoding::kPlainDictionary:
    case Encoding::kRleDictionary: return MakeDictionaryDecoder(encoding, spec);
    case Encoding::kDeltaBinaryPacked: return MakeDeltaBinaryPackedDecoder(spec);
    case Encoding::kDeltaLengthByteArray: return MakeDeltaLengthByteArrayDecoder(spec);
    case Encoding::kDeltaByteArray: return MakeDeltaByteArrayDecoder(spec);
    case Encoding::kByteStreamSplit: return MakeByteStreamSplitDecoder(spec);
    default: return Status::Unsupported("reading " + ToString(encoding) + " for " + ToString(spec.type));
  }
}

}  // namespace taracea::encoding
