#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "bizrec/store/seal.hpp"

struct evp_md_ctx_st;

namespace bizrec::store {

/// SHA-256 (FIPS 180-4) by OpenSSL, piece by piece.
class Sha256Stream {
public:
    Sha256Stream();
    /// False: OpenSSL refused (no provider offers SHA-256, or no memory); finish() is false then, too.
    bool update(const void* bytes, std::size_t size) noexcept;
    bool finish(Sha256& out) noexcept;
    /// The digest of what has come so far; more may follow.
    bool peek(Sha256& out) const noexcept;

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const noexcept;
    };
    std::unique_ptr<evp_md_ctx_st, Free> context_;
    bool good_ = false;
};

bool sha256(const void* bytes, std::size_t size, Sha256& out) noexcept;

/// The first `bytes` bytes of a digest as lower-case hexadecimal digits.
std::string hex(const Sha256& digest, std::size_t bytes = sizeof(Sha256));

}  // namespace bizrec::store
