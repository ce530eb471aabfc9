#include "conformance/encoding_case.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

#include "format/legal_encodings.h"

namespace taracea::conformance {
namespace {

constexpr int64_t kMaxOutputBytes = 16 << 20;
constexpr int32_t kTypeLength = 5;

int WidthBytes(const EncodingCase& encoding_case) {
  return encoding_case.type == PhysicalType::kFixedLenByteArray ? encoding_case.type_length
                                                                : FixedWidthBytes(encoding_case.type);
}

Value Number(uint64_t number, int width) {
  Value value(static_cast<size_t>(width), '\0');
  std::memcpy(value.data(), &number, std::min<size_t>(value.size(), sizeof(number)));
  return value;
}

Value RandomText(std::mt19937& random, size_t longest) {
  Value value(random() % (longest + 1), '\0');
  std::generate(value.begin(), value.end(), [&random] { return static_cast<char>(random()); });
  return value;
}

Value RandomValue(const EncodingCase& encoding_case, std::mt19937& random) {
  const int width = WidthBytes(encoding_case);
  if (encoding_case.type == PhysicalType::kBoolean) {
    return Number(random() % 2, 1);
  }
  if (encoding_case.type == PhysicalType::kByteArray) {
    return RandomText(random, random() % 10 == 0 ? 100 : 20);
  }
  Value value(static_cast<size_t>(width), '\0');
  std::generate(value.begin(), value.end(), [&random] { return static_cast<char>(random()); });
  return value;
}

Value RisingValue(const EncodingCase& encoding_case, int64_t i, std::mt19937& random) {
  const auto number = static_cast<uint64_t>(i) * 3 + random() % 4;
  if (encoding_case.type == PhysicalType::kBoolean) {
    return Number(i > 20 ? 1 : 0, 1);
  }
  std::string text = std::to_string(number + 1000000);
  if (encoding_case.type == PhysicalType::kByteArray) {
    return "https://example.org/item/" + text;
  }
  if (encoding_case.type == PhysicalType::kFixedLenByteArray || encoding_case.type == PhysicalType::kInt96) {
    text.resize(static_cast<size_t>(WidthBytes(encoding_case)), 'x');
    return text;
  }
  return Number(number, WidthBytes(encoding_case));
}

Value ExtremeValue(const EncodingCase& encoding_case, std::mt19937& random) {
  static constexpr uint64_t kPatterns[] = {0,          ~uint64_t{0}, uint64_t{1} << 63,  (uint64_t{1} << 63) - 1,
                                           0x7FFFFFFF, 0x80000000,   0x8000000080000000, 0x7FFFFFFF7FFFFFFF};
  if (encoding_case.type == PhysicalType::kByteArray) {
    const Value texts[] = {"", Value(1, '\0'), Value(2, '\0'), Value(300, 'a'), Value(301, 'a'), "b"};
    return texts[random() % 6];
  }
  if (encoding_case.type == PhysicalType::kBoolean) {
    return Number(random() % 2, 1);
  }
  return Number(kPatterns[random() % 8], WidthBytes(encoding_case));
}

}  // namespace

std::string EncodingCase::Name() const {
  return ToString(encoding) + "_" + ToString(type);
}

std::vector<EncodingCase> AllEncodingCases() {
  std::vector<EncodingCase> cases;
  for (size_t e = 0; e < format::kEncodingCount; ++e) {
    for (int t = 0; t < kPhysicalTypeCount; ++t) {
      const auto type = static_cast<PhysicalType>(t);
      if (format::IsLegalToWrite(static_cast<Encoding>(e), type)) {
        cases.push_back({static_cast<Encoding>(e), type, type == PhysicalType::kFixedLenByteArray ? kTypeLength : 0});
      }
    }
  }
  return cases;
}

std::vector<Value> MakeValues(const EncodingCase& encoding_case, Shape shape, int64_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Value> few;
  for (int i = 0; i < 7; ++i) {
    few.push_back(RandomValue(encoding_case, random));
  }
  std::vector<Value> values;
  while (static_cast<int64_t>(values.size()) < count) {
    switch (shape) {
      case Shape::kRandom: values.push_back(RandomValue(encoding_case, random)); break;
      case Shape::kFewDistinct: values.push_back(few[random() % few.size()]); break;
      case Shape::kRising:
        values.push_back(RisingValue(encoding_case, static_cast<int64_t>(values.size()), random));
        break;
      case Shape::kExtremes: values.push_back(ExtremeValue(encoding_case, random)); break;
      case Shape::kRuns:
        values.insert(values.end(), 1 + random() % 40, few[random() % few.size()]);
        values.resize(std::min(values.size(), static_cast<size_t>(count)));
        break;
    }
  }
  return values;
}

ValueColumns::ValueColumns(const EncodingCase& encoding_case, const std::vector<Value>& values, size_t slack_bytes)
    : case_(encoding_case),
      count_(static_cast<int64_t>(values.size())),
      slack_bytes_(slack_bytes),
      offsets32_{0},
      offsets64_{0} {
  for (const Value& value : values) {
    const ConstBytes bytes = AsBytes(value);
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    offsets32_.push_back(static_cast<int32_t>(data_.size()));
    offsets64_.push_back(static_cast<int64_t>(data_.size()));
    copies_.emplace_back(bytes.begin(), bytes.end());
  }
  data_.resize(data_.size() + slack_bytes);
  data_.shrink_to_fit();
  spans_.assign(copies_.begin(), copies_.end());
}

encoding::Values ValueColumns::As(encoding::Values::Kind kind) const {
  using encoding::Values;
  switch (kind) {
    case Values::Kind::kFixed: return Values::Fixed(data_.data(), WidthBytes(case_), count_, slack_bytes_);
    case Values::Kind::kOffsets32: return Values::Binary32(offsets32_.data(), data_.data(), count_, slack_bytes_);
    case Values::Kind::kOffsets64: return Values::Binary64(offsets64_.data(), data_.data(), count_, slack_bytes_);
    case Values::Kind::kSpans: break;
  }
  return Values::Spans(spans_);
}

std::vector<encoding::Values::Kind> ValueColumns::Kinds() const {
  using Kind = encoding::Values::Kind;
  if (case_.type == PhysicalType::kByteArray) {
    return {Kind::kOffsets32, Kind::kOffsets64, Kind::kSpans};
  }
  if (case_.type == PhysicalType::kFixedLenByteArray) {
    return {Kind::kFixed, Kind::kOffsets32, Kind::kOffsets64, Kind::kSpans};
  }
  return {Kind::kFixed};
}

PageEncoder::PageEncoder(const EncodingCase& encoding_case, const kernels::Kernels& kernels) {
  const encoding::EncoderSpec spec{
      .type = encoding_case.type, .type_length = encoding_case.type_length, .arena = nullptr, .kernels = &kernels};
  if (encoding_case.is_dictionary()) {
    dictionary_ = encoding::MakeDictionaryEncoder(spec).value();
  } else {
    encoder_ = encoding::MakeEncoder(encoding_case.encoding, spec).value();
  }
}

Status PageEncoder::Append(const encoding::Values& values) {
  return encoder_ ? encoder_->Append(values) : dictionary_->Append(values);
}
int64_t PageEncoder::EstimatedSize() const {
  return encoder_ ? encoder_->EstimatedSize() : dictionary_->EstimatedIndicesSize();
}
int64_t PageEncoder::value_count() const {
  return encoder_ ? encoder_->value_count() : dictionary_->index_count();
}

EncodedPage PageEncoder::Flush() {
  EncodedPage page;
  OwnedBuffer out = DefaultArena()->Allocate(1).value();
  if (encoder_) {
    encoder_->Flush(&out).ok() ? void() : throw std::runtime_error("flush");
  } else {
    OwnedBuffer entries = DefaultArena()->Allocate(1).value();
    dictionary_->FlushIndices(&out).ok() ? void() : throw std::runtime_error("flush");
    dictionary_->WriteDictionary(&entries).ok() ? void() : throw std::runtime_error("dictionary");
    page.dictionary = AsText(entries.bytes());
    page.entry_count = dictionary_->entry_count();
    dictionary_->Reset();
  }
  page.bytes = AsText(out.bytes());
  return page;
}

void PageEncoder::Reset() {
  encoder_ ? encoder_->Reset() : dictionary_->Reset();
}

EncodedPage EncodePage(const EncodingCase& encoding_case, const std::vector<Value>& values,
                       const kernels::Kernels& kernels) {
  PageEncoder encoder(encoding_case, kernels);
  const ValueColumns columns(encoding_case, values);
  if (!encoder.Append(columns.As(columns.Kinds()[0])).ok()) {
    throw std::runtime_error("append");
  }
  return encoder.Flush();
}

std::unique_ptr<encoding::Decoder> NewDecoder(const EncodingCase& encoding_case, const EncodedPage& page,
                                              const kernels::Kernels& kernels) {
  encoding::DecoderSpec spec;
  spec.type = encoding_case.type;
  spec.type_length = encoding_case.type_length;
  spec.kernels = &kernels;
  if (encoding_case.is_dictionary()) {
    spec.dictionary = encoding::DecodeDictionary({.bytes = AsBytes(page.dictionary), .value_count = page.entry_count},
                                                 encoding_case.type, encoding_case.type_length, nullptr)
                          .value();
  }
  return encoding::MakeDecoder(encoding_case.encoding, spec).value();
}

namespace {

template <typename Offset>
std::optional<std::vector<Value>> DecodeByteArrays(encoding::Decoder* decoder, int64_t count, size_t size_bytes,
                                                   size_t slack_bytes) {
  std::vector<Offset> offsets(static_cast<size_t>(count) + 1, 3);
  std::vector<std::byte> data(size_bytes + slack_bytes + 3);
  encoding::Output out;
  if constexpr (sizeof(Offset) == 4) {
    out = encoding::Output::Binary32(offsets.data(), data.data(), slack_bytes);
  } else {
    out = encoding::Output::Binary64(offsets.data(), data.data(), slack_bytes);
  }
  if (!decoder->Decode(count, out).ok()) {
    return std::nullopt;
  }
  std::vector<Value> values;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    values.emplace_back(reinterpret_cast<const char*>(data.data()) + offsets[i],
                        static_cast<size_t>(offsets[i + 1] - offsets[i]));
  }
  return values;
}

}  // namespace

std::optional<std::vector<Value>> DecodeNext(const EncodingCase& encoding_case, encoding::Decoder* decoder,
                                             int64_t count, size_t slack_bytes) {
  const int64_t bound = decoder->MeasureBound(count);
  const Result<int64_t> size_bytes = decoder->Measure(count);
  if (!size_bytes.ok() || *size_bytes > kMaxOutputBytes) {
    return std::nullopt;
  }
  if (bound < *size_bytes) {
    throw std::runtime_error("MeasureBound is no bound");
  }
  if (encoding_case.type == PhysicalType::kByteArray) {
    return count % 2 == 0 ? DecodeByteArrays<int32_t>(decoder, count, static_cast<size_t>(*size_bytes), slack_bytes)
                          : DecodeByteArrays<int64_t>(decoder, count, static_cast<size_t>(*size_bytes), slack_bytes);
  }
  std::vector<std::byte> data(static_cast<size_t>(*size_bytes) + slack_bytes);
  if (!decoder->Decode(count, encoding::Output::Fixed(data.data(), slack_bytes)).ok()) {
    return std::nullopt;
  }
  const auto width = static_cast<size_t>(WidthBytes(encoding_case));
  std::vector<Value> values;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    values.emplace_back(reinterpret_cast<const char*>(data.data()) + i * width, width);
  }
  return values;
}

std::optional<std::vector<Value>> DecodeByReferee(const EncodingCase& encoding_case, const EncodedPage& page,
                                                  ConstBytes bytes, int64_t count) {
  std::vector<Value> dictionary;
  if (encoding_case.is_dictionary()) {
    dictionary = reference::DecodePlain(AsBytes(page.dictionary), encoding_case.type, encoding_case.type_length,
                                        page.entry_count)
                     .value();
  }
  return reference::DecodeValues(encoding_case.encoding, encoding_case.type, encoding_case.type_length, bytes, count,
                                 dictionary);
}

}  // namespace taracea::conformance
