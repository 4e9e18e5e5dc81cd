#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/format/key_table.hpp"
#include "bizrec/place/ranges.hpp"

/// Layout of the `places` key table. Lists are pairs begin, end of docids (place::Ranges), except those of "n".
///   "n" 0x1F folded country name or code -> one number: letter1 << 8 | letter2 of the alpha-2 code (every country of
///                                           ISO 3166-1 and the alias file, with records or without)
///   "c" 0x1F alpha-2                      -> the country's range
///   "s" 0x1F alpha-2 0x1F folded state    -> ranges of the state; one key for each form of its name or code
///   "t" 0x1F alpha-2 0x1F folded city     -> ranges of the city in all states of the country
///   "z" 0x1F alpha-2 0x1F folded code     -> ranges of the postal code
///   "q" 0x1F folded city                  -> ranges of all cities of that name or alias, in any country
///   "r" 0x1F folded state                 -> ranges of all states of that name or code, in any country
/// aux[1] of "q", if several towns have the name and are far apart: the town with the most records, see
/// largest_town_bits(). Otherwise 0.
/// Folded forms: bizrec/place/folded_names.hpp and the files beside it.
namespace bizrec::format {

/// Overwrite `out` with a key.
void country_name_key(std::string_view folded, std::string& out);
void country_key(std::string_view alpha2, std::string& out);
void state_key(std::string_view alpha2, std::string_view folded, std::string& out);
void city_key(std::string_view alpha2, std::string_view folded, std::string& out);
void postal_code_key(std::string_view alpha2, std::string_view folded, std::string& out);
void query_city_key(std::string_view folded, std::string& out);
void query_state_key(std::string_view folded, std::string& out);
/// Turn a key of country_name_key(), query_city_key() or query_state_key() into the query key of a city, or of a state,
/// with the same name.
void turn_into_query_city_key(std::string& key) noexcept;
void turn_into_query_state_key(std::string& key) noexcept;

/// Appends the ranges of an entry with a list. The file may be hostile, so pairs that are no range of the `documents`
/// are skipped.
void append_ranges(const KeyEntry& entry, std::uint32_t documents, place::Ranges& out);

/// aux[0] of "c", "q" and "r".
namespace place_flag {
/// For "q": the words of the name do not identify the city. Some of its records do not hold the name (they have another
/// one, or the city was inferred), or other cities' names begin or end with it.
inline constexpr std::uint64_t words_do_not_tell = 1;
inline constexpr std::uint64_t has_inferred = 2;  ///< the place of some record was inferred
}  // namespace place_flag

/// aux[1] of "q": the documents from the first to the last of the largest town, including those of other towns between
/// them; 0: there is no largest town.
constexpr std::uint64_t largest_town_bits(const place::Range& documents) noexcept {
    return std::uint64_t{documents.begin} << 32U | documents.end;
}
/// Reverses largest_town_bits(). A hostile file may give any range, even one whose end is before its begin.
constexpr place::Range largest_town_of(std::uint64_t bits) noexcept {
    return {static_cast<std::uint32_t>(bits >> 32U), static_cast<std::uint32_t>(bits)};
}

}  // namespace bizrec::format
