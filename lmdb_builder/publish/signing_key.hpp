#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

struct evp_pkey_st;

namespace bizrec::builder {

/// A private Ed25519 key in PEM, from `openssl genpkey -algorithm ed25519`. store::TrustedKeys holds the public keys.
class SigningKey {
public:
    /// Refuses other kinds of keys, public keys and keys with a pass phrase. The message of an error begins with the
    /// path.
    static Result<SigningKey> load(const std::string& pem_path);

    /// The signature of `bytes`, as the text of a signature file. Ed25519 is deterministic: the same bytes give the
    /// same text.
    Result<std::string> sign(std::string_view bytes) const;

private:
    std::string path_;
    std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace bizrec::builder
