#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "encoding/decoder.h"
#include "encoding/encoder.h"
#include "kernels/kernels.h"
#include "reference/referee.h"

namespace taracea::conformance {

using reference::Value;

/// An encoding together with a type that it is defined for.
struct EncodingCase {
  Encoding encoding;
  PhysicalType type;
  int32_t type_length = 0;

  bool is_dictionary() const { return encoding == Encoding::kRleDictionary; }
  std::string Name() const;
};

/// Every pair that this library writes.
std::vector<EncodingCase> AllEncodingCases();

enum class Shape : uint8_t { kRandom, kFewDistinct, kRuns, kRising, kExtremes };
inline constexpr Shape kShapes[] = {Shape::kRandom, Shape::kFewDistinct, Shape::kRuns, Shape::kRising,
                                    Shape::kExtremes};

/// Values of a type, the same for the same seed.
std::vector<Value> MakeValues(const EncodingCase& encoding_case, Shape shape, int64_t count, uint32_t seed);

/// Holds values in the layouts that encoders take, exactly sized unless slack is asked for.
class ValueColumns {
 public:
  ValueColumns(const EncodingCase& encoding_case, const std::vector<Value>& values, size_t slack_bytes = 0);
  encoding::Values As(encoding::Values::Kind kind) const;
  /// The kinds that the type has.
  std::vector<encoding::Values::Kind> Kinds() const;

 private:
  EncodingCase case_;
  int64_t count_;
  size_t slack_bytes_;
  std::vector<std::byte> data_;
  std::vector<int32_t> offsets32_;
  std::vector<int64_t> offsets64_;
  std::vector<std::vector<std::byte>> copies_;
  std::vector<ConstBytes> spans_;
};

struct EncodedPage {
  std::string bytes;
  std::string dictionary;
  int64_t entry_count = 0;

  bool operator==(const EncodedPage&) const = default;
};

/// An encoder of either interface, one page after another.
class PageEncoder {
 public:
  PageEncoder(const EncodingCase& encoding_case, const kernels::Kernels& kernels);
  Status Append(const encoding::Values& values);
  int64_t EstimatedSize() const;
  int64_t value_count() const;
  /// Ends the page; a dictionary starts anew with the next one.
  EncodedPage Flush();
  void Reset();

 private:
  std::unique_ptr<encoding::Encoder> encoder_;
  std::unique_ptr<encoding::DictionaryEncoder> dictionary_;
};

EncodedPage EncodePage(const EncodingCase& encoding_case, const std::vector<Value>& values,
                       const kernels::Kernels& kernels = kernels::ActiveKernels());

/// A decoder for pages with that dictionary.
std::unique_ptr<encoding::Decoder> NewDecoder(const EncodingCase& encoding_case, const EncodedPage& page,
                                              const kernels::Kernels& kernels = kernels::ActiveKernels());

/// Decodes the next values; nothing on an error or when they would take more than 16 MiB. Memory is exactly sized but
/// for `slack_bytes`.
std::optional<std::vector<Value>> DecodeNext(const EncodingCase& encoding_case, encoding::Decoder* decoder,
                                             int64_t count, size_t slack_bytes);

/// The whole page by the referee.
std::optional<std::vector<Value>> DecodeByReferee(const EncodingCase& encoding_case, const EncodedPage& page,
                                                  ConstBytes bytes, int64_t count);

}  // namespace taracea::conformance
