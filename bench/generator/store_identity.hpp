#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bizrec::generator {

/// 64 bits that depend only on the seed and the text (XXH3).
std::uint64_t hash_of(std::uint64_t seed, std::string_view text) noexcept;

/// A UUID of version 8 (RFC 9562 section 5.8: custom bits) made from the seed, the brand and the store's number.
std::string store_uuid(std::uint64_t seed, std::string_view brand_id, std::uint32_t number);

/// "S Congress Ave" -> "s-congress-ave": ASCII letters and digits, in lower case. All other characters separate words.
/// Marks of Latin letters are removed.
std::string slug(std::string_view utf8);

struct Date {
    std::int32_t year, month, day;
};

/// "2024-05-31".
std::string to_text(const Date& date);

}  // namespace bizrec::generator
