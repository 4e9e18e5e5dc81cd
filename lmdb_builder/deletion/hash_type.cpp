#include "lmdb_builder/deletion/hash_type.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

constexpr std::array<std::string_view, hash_types> type_names = {"Email", "Phone", "NDZ", "NameVIN", "MAID", "CTVID"};
constexpr std::string_view base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int16_t, 256> base64_values = [] {
    std::array<std::int16_t, 256> values{};
    for (std::int16_t& value : values) {
        value = -1;
    }
    for (std::int16_t value = 0; value < 64; ++value) {
        values[static_cast<unsigned char>(base64_alphabet[static_cast<std::size_t>(value)])] = value;
    }
    return values;
}();

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
    HashText text;
    std::size_t at = 0;
    for (std::size_t i = 0; i < hash.size(); i += 3) {
        const unsigned second = i + 1 < hash.size() ? hash[i + 1] : 0U;
        const unsigned third = i + 2 < hash.size() ? hash[i + 2] : 0U;
        const unsigned bits = unsigned{hash[i]} << 16 | second << 8 | third;
        for (unsigned shift = 24; shift != 0;) {
            shift -= 6;
            text[at++] = base64_alphabet[bits >> shift & 63U];
        }
    }
    text[hash_text_bytes - 1] = '=';
    return text;
}

bool read_hash(std::string_view text, IdentifierHash& hash) noexcept {
    if (text.size() != hash_text_bytes || text.back() != '=') {
        return false;
    }
    unsigned bits = 0;
    unsigned held = 0;
    std::size_t at = 0;
    for (const char c : text.substr(0, hash_text_bytes - 1)) {
        const int value = base64_values[static_cast<unsigned char>(c)];
        if (value < 0) {
            return false;
        }
        bits = (bits << 6 | static_cast<unsigned>(value)) & 0xFFFFU;
        held += 6;
        if (held >= 8) {
            held -= 8;
            hash[at++] = static_cast<unsigned char>(bits >> held);
        }
    }
    return (bits & 3U) == 0;  // the last character's unused bits
}

}  // namespace bizrec::builder
