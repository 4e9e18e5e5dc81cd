#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// How unlikely it is that a user types one word and means another, in nats: a noisy channel (Kernighan, Church, Gale,
/// "A spelling correction program based on a noisy channel model", 1990). The costs are round numbers, because the
/// answers change little within one to two nats (docs/search.md, "Edges").
namespace bizrec::text {

struct TypingCosts {
    static constexpr float slip = 4.5F;   ///< a letter doubled, or a doubled letter typed once; two letters swapped
    static constexpr float near = 5.5F;   ///< a letter left out; a neighbouring key; a vowel typed for another
    static constexpr float edit = 7.0F;   ///< any other letter added or replaced
    static constexpr float first = 1.5F;  ///< added if the letter is the first
    static constexpr float sound = 4.5F;  ///< letters that sound like others: "ph" for "f"
    static constexpr float same_consonants = 8.5F;  ///< upper bound for words with the same sound (have_same_sound())
};

/// In code points. typing_cost() of longer words is above any limit.
inline constexpr std::size_t max_typed_word = 64;

/// The cost of typing `typed` for `meant`, both folded; 0 if they are equal. Digits are never mistyped. If the cost is
/// more than `most`, returns some number above `most`. Allocates nothing.
float typing_cost(std::u32string_view typed, std::u32string_view meant, float most) noexcept;

/// Adds words to `out` that sound like a folded word: each has one run of its letters replaced by another with the same
/// sound. Any number of letters may differ: "rite" for "right". May add a word twice.
void add_sounding_alike(std::string_view typed, std::vector<std::string>& out);

}  // namespace bizrec::text
