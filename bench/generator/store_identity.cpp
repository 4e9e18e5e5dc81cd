#include "bench/generator/store_identity.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::generator {

std::uint64_t hash_of(std::uint64_t seed, std::string_view text) noexcept {
    return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

std::string store_uuid(std::uint64_t seed, std::string_view brand_id, std::uint32_t number) {
    const std::string name = "generated store " + std::string(brand_id) + " " + std::to_string(number);
    const XXH128_hash_t hash = XXH3_128bits_withSeed(name.data(), name.size(), seed);
    format::Uuid id;
    for (unsigned i = 0; i < 8; ++i) {
        id[i] = static_cast<unsigned char>(hash.high64 >> (56 - 8 * i));
        id[8 + i] = static_cast<unsigned char>(hash.low64 >> (56 - 8 * i));
    }
    id[6] = static_cast<unsigned char>((id[6] & 0x0FU) | 0x80U);
    id[8] = static_cast<unsigned char>((id[8] & 0x3FU) | 0x80U);
    std::string out(format::uuid_characters, '\0');
    format::write_uuid(id, out.data());
    return out;
}

std::string slug(std::string_view utf8) {
    std::string folded;
    text::fold(utf8, folded);
    std::string out;
    for (const char c : folded) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (plain) {
            out += c;
        } else if (!out.empty() && out.back() != '-') {
            out += '-';
        }
    }
    while (!out.empty() && out.back() == '-') {
        out.pop_back();
    }
    return out;
}

std::string to_text(const Date& date) {
    const auto two_digits = [](std::int32_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    return std::to_string(date.year) + "-" + two_digits(date.month) + "-" + two_digits(date.day);
}

}  // namespace bizrec::generator
