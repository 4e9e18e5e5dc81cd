#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// How unlikely it is that somebody types one word and means another: a noisy channel (Kernighan, Church, Gale, "A
/// spelling correction program based on a noisy channel model", 1990), in nats. The costs are round numbers: the fit is
/// flat within one to two nats (docs/search.md, "Typing errors").
namespace bizrec::text {

struct TypingCosts {
    static constexpr float slip = 4.5F;             ///< a letter doubled, or one of two; two swapped
    static constexpr float near = 5.5F;             ///< a letter left out, the next key, a vowel for a vowel
    static constexpr float edit = 7.0F;             ///< any other letter
    static constexpr float first = 1.5F;            ///< more where it is the first
    static constexpr float sound = 4.5F;            ///< letters that sound like others: "ph" for "f"
    static constexpr float same_consonants = 8.5F;  ///< at most, of long words (has_same_sound)
};

/// Words longer than this many code points cost too much.
inline constexpr std::size_t longest_typed_word = 64;

/// Of typing `typed` for `meant`, both folded; 0 for the same. Digits are never mistyped. Where it is more than `most`,
/// some number above it. Allocates nothing.
float typing_cost(std::u32string_view typed, std::u32string_view meant, float most) noexcept;

/// Adds to `out` what sounds like a folded word: each with one run of its letters written as another that sounds so.
/// How many letters differ does not matter: "rite" for "right". Some may be the same.
void add_sounding_alike(std::string_view typed, std::vector<std::string>& out);

}  // namespace bizrec::text
