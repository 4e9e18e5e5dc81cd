#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/manifest.hpp"

struct evp_pkey_st;

namespace bizrec::store {

/// A signature file: 64 bytes in base64 (RFC 4648, section 4) and a line end.
inline constexpr std::size_t signature_bytes = 64;
inline constexpr std::size_t signature_text_bytes = 89;

/// The public keys that may sign manifests and lists of suppressions: Ed25519 (RFC 8032) by OpenSSL. Copies share the
/// keys, which are immutable, so threads and forked children may check at the same time.
class TrustedKeys {
public:
    /// Loads a file of one or more public keys in PEM. While keys are rotated, the file has the old and the new one.
    /// Text between keys is ignored. A private key, another kind of key or a damaged key is an error that names it.
    static Result<TrustedKeys> load(const std::string& pem_path);

    /// Ok if one of the keys has signed exactly these bytes. The message begins with "is" or "has" and has no path.
    Status check(std::string_view manifest, std::string_view signature_text) const;

    const std::string& path() const noexcept { return path_; }
    std::size_t size() const noexcept { return keys_.size(); }
    /// Hash of the file's bytes, never 0. Two sets of keys with the same fingerprint accept the same signatures.
    std::uint64_t fingerprint() const noexcept { return fingerprint_; }

private:
    std::string path_;
    std::vector<std::shared_ptr<evp_pkey_st>> keys_;
    std::uint64_t fingerprint_ = 1;
};

/// Returns the content of the signature file for a signature.
std::string signature_text(const unsigned char (&signature)[signature_bytes]);
/// Decodes a signature file. Returns false if `text` is not exactly what signature_text() returns.
bool read_signature(std::string_view text, unsigned char (&signature)[signature_bytes]) noexcept;

/// Returns the bytes of the signature file beside an index.
Result<std::string> read_signature_text(const std::string& index_path);
/// Like read_signature_text(), and checks that the bytes have the form of a signature. The signature is not verified.
Result<std::string> read_signature_of(const std::string& index_path);

/// Like read_manifest(), but an error if none of the keys has signed the manifest. The signature is checked before the
/// manifest is parsed. `index_path` must be resolved. Whether the file's bytes match the manifest is not checked: call
/// check_file_sha256().
Result<Manifest> read_trusted_manifest(const std::string& index_path, const TrustedKeys& keys);
Result<Manifest> read_trusted_manifest(const OpenIndex& index, const TrustedKeys& keys);

}  // namespace bizrec::store
