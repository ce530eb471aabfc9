#include <string>

#include "encoding/boolean_rle.h"
#include "encoding/byte_stream_split.h"
#include "encoding/delta_binary_packed.h"
#include "encoding/delta_byte_array.h"
#include "encoding/delta_length_byte_array.h"
#include "encoding/encoder.h"
#include "encoding/plain_encoder.h"
#include "format/legal_encodings.h"

namespace taracea::encoding {

Result<std::unique_ptr<Encoder>> MakeEncoder(Encoding encoding, const EncoderSpec& spec) {
  if (!format::IsLegalToWrite(encoding, spec.type)) {
    return Status::InvalidArgument("the format does not let writers use " + ToString(encoding) + " for " +
                                   ToString(spec.type));
  }
  if (spec.type == PhysicalType::kFixedLenByteArray && spec.type_length < 0) {
    return Status::InvalidArgument("expected a type_length of at least 0, found " + std::to_string(spec.type_length));
  }
  switch (encoding) {
    case Encoding::kPlain: return MakePlainEncoder(spec);
    case Encoding::kRle: return MakeBooleanRleEncoder(spec);
    case Encoding::kDeltaBinaryPacked: return MakeDeltaBinaryPackedEncoder(spec);
    case Encoding::kDeltaLengthByteArray: return MakeDeltaLengthByteArrayEncoder(spec);
    case Encoding::kDeltaByteArray: return MakeDeltaByteArrayEncoder(spec);
    case Encoding::kByteStreamSplit: return MakeByteStreamSplitEncoder(spec);
    case Encoding::kRleDictionary:
      return Status::InvalidArgument("dictionary indices are written by a DictionaryEncoder");
    default: return Status::Unsupported("writing " + ToString(encoding) + " for " + ToString(spec.type));
  }
}

}  // namespace taracea::encoding
