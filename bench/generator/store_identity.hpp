#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bizrec::generator {

/// 64 bits that depend on the seed and the text alone (XXH3).
std::uint64_t hash_of(std::uint64_t seed, std::string_view text) noexcept;

/// A UUID of version 8 (RFC 9562 section 5.8: bits of our own choice) from the seed, the brand and the store's number.
std::string store_uuid(std::uint64_t seed, std::string_view brand_id, std::uint32_t number);

/// "S Congress Ave" -> "s-congress-ave": ASCII letters and digits, in lower case; the rest parts words. Marks of Latin
/// letters are dropped.
std::string slug(std::string_view utf8);

struct Date {
    std::int32_t year, month, day;
};

/// "2024-05-31".
std::string to_text(const Date& date);

}  // namespace bizrec::generator
