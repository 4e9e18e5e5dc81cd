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

/// The public keys whose signatures of a manifest are believed: Ed25519 (RFC 8032) by OpenSSL. Copies share the keys;
/// they are immutable, so threads and forked children may check at once.
class TrustedKeys {
public:
    /// A file of one or more public keys in PEM, one behind the other: while keys are rotated the old and the new one.
    /// Text between them is ignored; a private key, another kind of key or a damaged one is an error that names it.
    static Result<TrustedKeys> load(const std::string& pem_path);

    /// Ok where one of the keys has signed these very bytes. The message begins with "is" or "has" and has no path.
    Status check(std::string_view manifest, std::string_view signature_text) const;

    const std::string& path() const noexcept { return path_; }
    std::size_t size() const noexcept { return keys_.size(); }
    /// Of the file's bytes, never 0: two sets of keys with the same one believe the same signatures.
    std::uint64_t fingerprint() const noexcept { return fingerprint_; }

private:
    std::string path_;
    std::vector<std::shared_ptr<evp_pkey_st>> keys_;
    std::uint64_t fingerprint_ = 1;
};

/// What a file of that name holds.
std::string signature_text(const unsigned char (&signature)[signature_bytes]);
/// False where it is not exactly what signature_text() gives.
bool read_signature(std::string_view text, unsigned char (&signature)[signature_bytes]) noexcept;

/// The bytes of the signature next to an index.
Result<std::string> read_signature_text(const std::string& index_path);
/// The same, once it looks like a signature. Nobody has checked whose.
Result<std::string> read_signature_of(const std::string& index_path);

/// read_manifest() of an index whose manifest one of the keys has signed; the signature is checked before anything of
/// the manifest is believed. `index_path` is a resolved one. That the file is the manifest's, byte by byte, remains
/// check_file_sha256()'s to say.
Result<Manifest> read_trusted_manifest(const std::string& index_path, const TrustedKeys& keys);
Result<Manifest> read_trusted_manifest(const OpenIndex& index, const TrustedKeys& keys);

}  // namespace bizrec::store
