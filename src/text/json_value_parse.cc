#include "text/json_value_parse.h"

#include "base/bytes.h"
#include "text/cell_parser.h"

namespace taracea::text {
namespace {

using array::Type;
using array::TypeId;

const std::vector<DatePattern>& NoPatterns() {
  static const std::vector<DatePattern> none;
  return none;
}

template <typename T, typename Parser>
bool Run(const Parser& parser, std::string_view text, std::byte* out) noexcept {
  T value{};
  const bool fine = !text.empty() && parser(text, &value);
  Store(out, value);
  return fine;
}

template <typename T>
bool ParseJsonInteger(const Type&, bool, std::string_view text, std::byte* out) noexcept {
  return Run<T>(IntegerParser<T>{}, text, out);
}

bool ParseJsonDouble(const Type&, bool, std::string_view text, std::byte* out) noexcept {
  // A JSON number needs no point or sign to be one: 12E4.
  return Run<double>(DoubleParser{true}, text, out);
}

bool ParseJsonFloat(const Type&, bool, std::string_view text, std::byte* out) noexcept {
  return Run<float>(FloatParser{}, text, out);
}

bool ParseJsonDecimal(const Type& type, bool requested, std::string_view text, std::byte* out) noexcept {
  return type.id == TypeId::kDecimal128
             ? Run<Int128>(Decimal128Parser{type.precision, type.scale, requested}, text, out)
             : Run<Limbs256>(Decimal256Parser{type.precision, type.scale}, text, out);
}

bool ParseJsonTemporal(const Type& type, bool requested, std::string_view text, std::byte* out) noexcept {
  const PatternChoice choice{&NoPatterns(), -1, requested};
  switch (type.id) {
    case TypeId::kDate32: return Run<int32_t>(DateParser{choice}, text, out);
    case TypeId::kTime32: return Run<int32_t>(TimeParser<int32_t>{choice, type.unit}, text, out);
    case TypeId::kTime64: return Run<int64_t>(TimeParser<int64_t>{choice, type.unit}, text, out);
    default: return Run<int64_t>(TimestampParser{choice, type.unit, !type.timezone.empty()}, text, out);
  }
}

}  // namespace

JsonValueParser FindJsonValueParser(array::TypeId id) noexcept {
  switch (id) {
    case TypeId::kInt8: return &ParseJsonInteger<int8_t>;
    case TypeId::kInt16: return &ParseJsonInteger<int16_t>;
    case TypeId::kInt32: return &ParseJsonInteger<int32_t>;
    case TypeId::kInt64: return &ParseJsonInteger<int64_t>;
    case TypeId::kUint8: return &ParseJsonInteger<uint8_t>;
    case TypeId::kUint16: return &ParseJsonInteger<uint16_t>;
    case TypeId::kUint32: return &ParseJsonInteger<uint32_t>;
    case TypeId::kUint64: return &ParseJsonInteger<uint64_t>;
    case TypeId::kFloat: return &ParseJsonFloat;
    case TypeId::kDouble: return &ParseJsonDouble;
    case TypeId::kDecimal128:
    case TypeId::kDecimal256: return &ParseJsonDecimal;
    case TypeId::kDate32:
    case TypeId::kTime32:
    case TypeId::kTime64:
    case TypeId::kTimestamp: return &ParseJsonTemporal;
    default: return nullptr;
  }
}

}  // namespace taracea::text
