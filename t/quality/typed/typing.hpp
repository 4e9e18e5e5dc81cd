#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::quality {

using Words = std::vector<std::string>;

/// Use only the generator itself. The distributions of the standard library give other numbers on other systems.
using Random = std::mt19937;

inline std::size_t below(Random& random, std::size_t end) {
    return random() % end;
}

/// The errors that typing fingers make.
enum class Slip { left_out, doubled, swapped, next_key, other_letter, put_in };
inline constexpr Slip slips[] = {Slip::left_out, Slip::doubled,      Slip::swapped,
                                 Slip::next_key, Slip::other_letter, Slip::put_in};
const char* name_of(Slip slip) noexcept;

/// The text as a person types it: folded, without apostrophes and full stops. A hyphen between single characters is
/// removed ("H-E-B" becomes "heb"). Every other character that is not a letter or a digit becomes a space. "" if a
/// letter is not ASCII.
std::string as_typed(std::string_view written);

/// The text folded, only its letters and digits.
std::string canonical(std::string_view written);

/// Splits at every ASCII character that is not a letter or a digit.
Words words_of(std::string_view folded);
std::string join(const Words& words, const char* between = " ");

/// `typed` with one error after the first letter of one of its words of at least `letters` letters. "" if it has no
/// such word, or if 32 random attempts find no letter for this kind of error. Slip::other_letter replaces a vowel with
/// another vowel.
std::string mistype(const std::string& typed, std::size_t letters, Slip slip, Random& random);

/// Whether `typed` has a word that mistype() can change.
bool has_long_word(const std::string& typed, std::size_t letters);

}  // namespace bizrec::quality
