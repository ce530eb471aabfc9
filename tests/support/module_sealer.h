#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "crypto/aes.h"
#include "encryption/module_cipher.h"

namespace taracea::testing {

/// Encrypts modules, as a writer does; its nonces are those of a counter, so that files come out the same each time.
class ModuleSealer {
 public:
  ModuleSealer(std::string_view key, std::string file_aad, encryption::PageCipher page_cipher)
      : gcm_(*crypto::AesGcm::Create(AsBytes(key))), file_aad_(std::move(file_aad)) {
    if (page_cipher == encryption::PageCipher::kCtr) {
      ctr_ = *crypto::AesCtr::Create(AsBytes(key));
    }
  }

  std::vector<std::byte> Seal(const encryption::ModuleId& id, ConstBytes plain) {
    const bool is_page =
        id.type == encryption::ModuleType::kDataPage || id.type == encryption::ModuleType::kDictionaryPage;
    const size_t tag_bytes = ctr_ && is_page ? 0 : crypto::kGcmTagBytes;
    const auto nonce = NextNonce();
    std::vector<std::byte> out(4 + nonce.size() + plain.size() + tag_bytes);
    Store(out.data(), static_cast<uint32_t>(out.size() - 4));
    std::copy(nonce.begin(), nonce.end(), out.begin() + 4);
    const MutableBytes sealed = MutableBytes(out).subspan(4 + nonce.size(), plain.size());
    if (tag_bytes == 0) {
      std::array<std::byte, crypto::kCounterBlockBytes> block = {};
      std::copy(nonce.begin(), nonce.end(), block.begin());
      block.back() = std::byte{1};
      EXPECT_TRUE(ctr_->Apply(block, plain, sealed).ok());
      return out;
    }
    const std::string aad = encryption::MakeModuleAad(file_aad_, id).value();
    std::span<std::byte, crypto::kGcmTagBytes> tag(out.data() + out.size() - tag_bytes, crypto::kGcmTagBytes);
    EXPECT_TRUE(gcm_.Seal(nonce, AsBytes(aad), plain, sealed, tag).ok());
    return out;
  }

  /// The signature of a plain footer: what a module of it holds besides length and contents.
  std::vector<std::byte> Sign(ConstBytes footer) {
    const std::vector<std::byte> module = Seal({.type = encryption::ModuleType::kFooter}, footer);
    std::vector<std::byte> out(crypto::kGcmNonceBytes + crypto::kGcmTagBytes);
    std::copy_n(module.begin() + 4, crypto::kGcmNonceBytes, out.begin());
    std::copy(module.end() - crypto::kGcmTagBytes, module.end(), out.begin() + crypto::kGcmNonceBytes);
    return out;
  }

 private:
  std::array<std::byte, crypto::kGcmNonceBytes> NextNonce() {
    std::array<std::byte, crypto::kGcmNonceBytes> nonce = {};
    Store(nonce.data(), ++count_);
    return nonce;
  }

  crypto::AesGcm gcm_;
  std::optional<crypto::AesCtr> ctr_;
  std::string file_aad_;
  uint64_t count_ = 0;
};

}  // namespace taracea::testing
