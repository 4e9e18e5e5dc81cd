#pragma once

#include <xxhash.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/hex.hpp"

namespace bizrec::builder {

/// XXH3-128 of a list of texts. Each is hashed with its length, so that two different lists never hash the same bytes.
class TextDigest {
public:
    void add(std::string_view text) { bytes_.append(bytes_of(std::uint64_t{text.size()})).append(text); }

    std::string hex() const {
        const XXH128_hash_t hash = XXH3_128bits(bytes_.data(), bytes_.size());
        std::string text;
        for (const std::uint64_t half : {std::uint64_t{hash.high64}, std::uint64_t{hash.low64}}) {
            append_hex(text, half, 16);
        }
        return text;
    }

private:
    std::string bytes_;
};

}  // namespace bizrec::builder
