#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// The hashes by which a mistyped word finds the correct one. Two words have a key in common if they differ by one
/// letter added, left out or replaced, or by two swapped neighbours, unless both have two letters or less (deletion
/// neighbourhoods: Mor and Fraenkel, "A hash code method for detecting and correcting spelling errors", 1982).
namespace bizrec::text {

/// Counted in code points. A shorter word has no keys. If a word becomes shorter than this when a letter is left out,
/// that form has no key.
inline constexpr std::size_t min_spelled_form = 2;
inline constexpr std::size_t min_sounding_word = 7;

/// XXH3-64 (seed 0) of a whole word, or of a word with a letter left out.
std::uint64_t spelling_key(std::string_view form) noexcept;

/// Overwrites `out` with the word's own key, then the key of each form with one code point left out, each form once.
/// Gives no keys for words of less than two code points, and skips forms of less than two. For words of more than 64
/// code points gives only the own key. Allocates nothing once `out` is large enough.
void deletion_keys(std::string_view word, std::vector<std::uint64_t>& out);

/// deletion_keys(), then, for a word of 7 to 64 letters a to z, the key of its sound: XXH3-64 (seed 1) of its
/// consonants as spoken.
void spelling_keys(std::string_view word, std::vector<std::uint64_t>& out);

/// Whether both words have a key of their sound (spelling_keys()), and sound the same: "restraunt" and "restaurant".
bool have_same_sound(std::string_view a, std::string_view b) noexcept;

}  // namespace bizrec::text
