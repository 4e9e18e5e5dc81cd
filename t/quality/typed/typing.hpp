#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::quality {

using Words = std::vector<std::string>;

/// The generator alone is the same everywhere; the library's distributions are not.
using Random = std::mt19937;

inline std::size_t below(Random& random, std::size_t end) {
    return random() % end;
}

/// The errors that fingers make.
enum class Slip { left_out, doubled, swapped, next_key, other_letter, put_in };
inline constexpr Slip slips[] = {Slip::left_out, Slip::doubled,      Slip::swapped,
                                 Slip::next_key, Slip::other_letter, Slip::put_in};
const char* name_of(Slip slip) noexcept;

/// Folded, without apostrophes and full stops, hyphens between single characters taken out ("H-E-B" is "heb"), all else
/// but letters and digits a space; "" where a letter is beyond ASCII.
std::string as_typed(std::string_view written);

/// Folded, letters and digits alone.
std::string canonical(std::string_view written);

/// Cut at all that is neither letter nor digit.
Words words_of(std::string_view folded);
std::string join(const Words& words, const char* between = " ");

/// `typed` with one error behind the first letter of one of its words of at least so many letters; "" where it has
/// none. Of a vowel the other letter is a vowel.
std::string mistype(const std::string& typed, std::size_t letters, Slip slip, Random& random);

/// Whether mistype() can.
bool has_long_word(const std::string& typed, std::size_t letters);

}  // namespace bizrec::quality
