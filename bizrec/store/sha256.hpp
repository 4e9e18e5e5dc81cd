#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "bizrec/store/seal.hpp"

struct evp_md_ctx_st;

namespace bizrec::store {

/// SHA-256 (FIPS 180-4) by OpenSSL, computed piece by piece.
class Sha256Stream {
public:
    Sha256Stream();
    /// Returns false if OpenSSL refuses (no provider has SHA-256, or no memory). finish() then also returns false.
    bool update(const void* bytes, std::size_t size) noexcept;
    bool finish(Sha256& out) noexcept;
    /// Writes the digest of the bytes so far to `out`. More may follow. Returns false if OpenSSL refuses.
    bool peek(Sha256& out) const noexcept;
    /// A stream that has hashed the same bytes so far. If OpenSSL refuses, all calls of the returned stream return
    /// false.
    Sha256Stream copy() const noexcept;

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const noexcept;
    };
    using Context = std::unique_ptr<evp_md_ctx_st, Free>;
    explicit Sha256Stream(Context context) noexcept;
    Context context_;
    bool good_ = false;
};

bool sha256(const void* bytes, std::size_t size, Sha256& out) noexcept;

/// The first `bytes` bytes of a digest as lower-case hexadecimal digits.
std::string hex(const Sha256& digest, std::size_t bytes = sizeof(Sha256));

}  // namespace bizrec::store
