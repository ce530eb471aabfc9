#include "encoding/boolean_rle.h"
#include "encoding/decoder.h"
#include "encoding/dictionary_decoder.h"
#include "encoding/plain_decoder.h"
#include "format/legal_encodings.h"

namespace taracea::encoding {

Result<std::unique_ptr<Decoder>> MakeDecoder(Encoding encoding, const DecoderSpec& spec) {
  if (!format::IsLegalToRead(encoding, spec.type)) {
    return Status::Corrupt("the format does not define " + ToString(encoding) + " for " + ToString(spec.type));
  }
  switch (encoding) {
    case Encoding::kPlain: return MakePlainDecoder(spec);
    case Encoding::kRle: return MakeBooleanRleDecoder(spec);
    case Encoding::kPlainDictionary:
    case Encoding::kRleDictionary: return MakeDictionaryDecoder(encoding, spec);
    default: return Status::Unsupported("reading " + ToString(encoding) + " for " + ToString(spec.type));
  }
}

}  // namespace taracea::encoding
