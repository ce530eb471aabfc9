#include "encoding/boolean_rle.h"
#include "encoding/encoder.h"
#include "encoding/plain_encoder.h"
#include "format/legal_encodings.h"

namespace taracea::encoding {

Result<std::unique_ptr<Encoder>> MakeEncoder(Encoding encoding, const EncoderSpec& spec) {
  if (!format::IsLegalToWrite(encoding, spec.type)) {
    return Status::InvalidArgument("the format does not let writers use " + ToString(encoding) + " for " +
                                   ToString(spec.type));
  }
  switch (encoding) {
    case Encoding::kPlain: return MakePlainEncoder(spec);
    case Encoding::kRle: return MakeBooleanRleEncoder(spec);
    case Encoding::kRleDictionary:
      return Status::InvalidArgument("dictionary indices are written by a DictionaryEncoder");
    default: return Status::Unsupported("writing " + ToString(encoding) + " for " + ToString(spec.type));
  }
}

}  // namespace taracea::encoding
