#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// The hashes under which a word is found by those who mistype it: two words that one letter more, less or other tells
/// apart, or two letters swapped, have a key in common (deletion neighbourhoods: Mor and Fraenkel, "A hash code method
/// for detecting and correcting spelling errors", 1982).
namespace bizrec::text {

inline constexpr std::size_t shortest_spelled_form = 2;  ///< code points; what is left of a word, too
inline constexpr std::size_t shortest_sounding_word = 7;

/// XXH3-64 (seed 0) of a whole word, or of what is left of one.
std::uint64_t spelling_key(std::string_view form) noexcept;

/// Overwrites `out`: the word's own key, then that of each form with one code point left out, each form once. Nothing
/// for words of less than two code points; forms of less are left out. Of words of more than 64 code points the own key
/// alone. Allocates nothing once `out` is large enough.
void deletion_keys(std::string_view word, std::vector<std::uint64_t>& out);

/// deletion_keys(), then, of words of seven ASCII letters and more, the key of their sound: XXH3-64 (seed 1) of their
/// consonants as they are spoken.
void spelling_keys(std::string_view word, std::vector<std::uint64_t>& out);

/// Both have a sound, and it is the same: "restraunt" and "restaurant".
bool have_same_sound(std::string_view a, std::string_view b) noexcept;

}  // namespace bizrec::text
