#include "lmdb_builder/deletion/hash_type.hpp"

#include <openssl/evp.h>

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

constexpr std::array<std::string_view, hash_types> type_names = {"Email", "Phone", "NDZ", "NameVIN", "MAID", "CTVID"};
}  // namespace

std::string_view name_of(HashType type) noexcept {
    return type_names[static_cast<std::size_t>(type)];
}

std::optional<HashType> hash_type_of(std::string_view name) noexcept {
    for (std::size_t i = 0; i < type_names.size(); ++i) {
        const bool is_it = std::equal(name.begin(), name.end(), type_names[i].begin(), type_names[i].end(),
                                      [](char a, char b) { return lower(a) == lower(b); });
        if (is_it) {
            return static_cast<HashType>(i);
        }
    }
    return std::nullopt;
}

HashText text_of(const IdentifierHash& hash) noexcept {
    std::array<unsigned char, hash_text_bytes + 1> block{};  // OpenSSL adds a zero
    EVP_EncodeBlock(block.data(), hash.data(), static_cast<int>(hash.size()));
    HashText text;
    std::copy_n(block.begin(), text.size(), text.begin());
    return text;
}

/// OpenSSL also accepts texts that it would not write, such as white space around the text. So the hash is encoded
/// again and compared with the text.
bool read_hash(std::string_view text, IdentifierHash& hash) noexcept {
    // large enough: OpenSSL writes three bytes for each four characters
    std::array<unsigned char, hash_text_bytes> block{};
    if (text.size() != hash_text_bytes ||
        EVP_DecodeBlock(block.data(), reinterpret_cast<const unsigned char*>(text.data()),
                        static_cast<int>(text.size())) < static_cast<int>(hash.size())) {
        return false;
    }
    std::copy_n(block.begin(), hash.size(), hash.begin());
    const HashText written = text_of(hash);
    return std::equal(written.begin(), written.end(), text.begin());
}

}  // namespace bizrec::builder
