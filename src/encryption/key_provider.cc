#include <string>
#include <utility>

#include "base/try.h"
#include "taracea/encryption.h"

namespace taracea {
namespace {

constexpr std::string_view kFooterName = "footer";

class NamedKeys : public KeyProvider {
 public:
  explicit NamedKeys(std::vector<NamedKey> keys) : keys_(std::move(keys)) {}

  Result<std::optional<EncryptionKey>> FindKey(const KeyRequest& request) const override {
    if (request.key_metadata) {
      if (const EncryptionKey* const key = Find(*request.key_metadata)) {
        return std::optional(*key);
      }
    }
    const EncryptionKey* const key = Find(request.column.empty() ? kFooterName : request.column);
    return key == nullptr ? std::optional<EncryptionKey>() : std::optional(*key);
  }

 private:
  const EncryptionKey* Find(std::string_view name) const noexcept {
    for (const NamedKey& key : keys_) {
      if (key.name == name) {
        return &key.key;
      }
    }
    return nullptr;
  }

  std::vector<NamedKey> keys_;
};

class KeysByFunction : public KeyProvider {
 public:
  explicit KeysByFunction(std::function<Result<std::optional<EncryptionKey>>(const KeyRequest&)> find)
      : find_(std::move(find)) {}

  Result<std::optional<EncryptionKey>> FindKey(const KeyRequest& request) const override { return find_(request); }

 private:
  std::function<Result<std::optional<EncryptionKey>>(const KeyRequest&)> find_;
};

}  // namespace

std::shared_ptr<const KeyProvider> MakeKeyProvider(std::vector<NamedKey> keys) {
  return std::make_shared<NamedKeys>(std::move(keys));
}

std::shared_ptr<const KeyProvider> MakeKeyProvider(
    std::function<Result<std::optional<EncryptionKey>>(const KeyRequest&)> find) {
  return std::make_shared<KeysByFunction>(std::move(find));
}

Result<NamedKey> ParseNamedKey(std::string_view text) {
  // Keys hold no "=", key metadata may.
  const size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) {
    return Status::InvalidArgument("a key must be given as NAME=KEY");
  }
  const std::string_view name = text.substr(0, equals);
  Result<EncryptionKey> key = EncryptionKey::FromText(text.substr(equals + 1));
  if (!key.ok()) {
    return Status::InvalidArgument("the key '" + std::string(name) + "': " + key.error().message());
  }
  return NamedKey{std::string(name), *key};
}

Result<std::vector<NamedKey>> ParseKeyFile(std::string_view text) {
  std::vector<NamedKey> keys;
  for (int64_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    Result<NamedKey> key = ParseNamedKey(line);
    if (!key.ok()) {
      return Status::InvalidArgument("line " + std::to_string(number) + ": " + key.error().message());
    }
    keys.push_back(*std::move(key));
  }
  return keys;
}

}  // namespace taracea
