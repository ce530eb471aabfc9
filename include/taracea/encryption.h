#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taracea/buffer.h"
#include "taracea/status.h"

namespace taracea {

/// A secret AES key of 128, 192 or 256 bits. Its bytes are overwritten when it is dropped and stand in no message.
/// Thread safety: as a value.
class EncryptionKey {
 public:
  /// Copies 16, 24 or 32 bytes. kInvalidArgument for any other number.
  static Result<EncryptionKey> FromBytes(ConstBytes bytes);
  /// Reads what people write: 32, 48 or 64 hexadecimal digits; or 16, 24 or 32 characters that are the key themselves,
  /// with "text:" in front where they could be taken for digits. kInvalidArgument for anything else.
  static Result<EncryptionKey> FromText(std::string_view text);

  EncryptionKey(const EncryptionKey&) = default;
  EncryptionKey& operator=(const EncryptionKey&) = default;
  ~EncryptionKey();

  ConstBytes bytes() const noexcept { return {bytes_.data(), size_bytes_}; }

 private:
  explicit EncryptionKey(ConstBytes bytes) noexcept;
  std::array<std::byte, 32> bytes_ = {};
  size_t size_bytes_ = 0;
};

/// Asks for one key of a file.
struct KeyRequest {
  std::string column = {};  ///< Path as in ScanOptions; empty: the footer's key.
  /// What the writer stored to find the key by: an id, or material for a key service. Any bytes.
  std::optional<std::string> key_metadata = {};
};

/// Finds keys for files that are opened with it. Asked when a key is first needed, and at least once a column and file.
/// Owner: shared by every file that was opened with it. Thread safety: must be callable from several threads at once.
class KeyProvider {
 public:
  virtual ~KeyProvider() = default;
  /// The key; nothing when it is not known, which costs only what is encrypted with it. An error fails whatever asked.
  virtual Result<std::optional<EncryptionKey>> FindKey(const KeyRequest& request) const = 0;
};

/// A key and what it is found by: the key metadata in the file, the path of a column, or "footer". Metadata goes first.
struct NamedKey {
  std::string name;
  EncryptionKey key;
};

/// Finds keys among those given; of equal names the first counts.
std::shared_ptr<const KeyProvider> MakeKeyProvider(std::vector<NamedKey> keys);
/// Finds keys by a function, which must be callable from several threads at once.
std::shared_ptr<const KeyProvider> MakeKeyProvider(
    std::function<Result<std::optional<EncryptionKey>>(const KeyRequest&)> find);

/// Reads NAME=KEY, with the key as EncryptionKey::FromText takes it; the name may hold "=". kInvalidArgument, and the
/// message holds no key.
Result<NamedKey> ParseNamedKey(std::string_view text);
/// Reads a text of NAME=KEY lines; empty lines and those that begin with # are passed over. kInvalidArgument naming the
/// line.
Result<std::vector<NamedKey>> ParseKeyFile(std::string_view text);

/// Says how a file is encrypted.
struct FileEncryption {
  enum class Signature : uint8_t {
    kNone,        ///< The footer is encrypted, which protects it as well.
    kNotChecked,  ///< The key of the footer is not known.
    kMatches,
  };
  std::string algorithm = {};  ///< The spec's name: "AES_GCM_V1".
  bool encrypted_footer = false;
  Signature signature = Signature::kNone;
  std::optional<std::string> footer_key_metadata = {};
};

}  // namespace taracea
