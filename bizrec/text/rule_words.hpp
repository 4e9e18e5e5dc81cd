#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"

/// Words in the rules on texts (lmdb_builder/rules/).
namespace bizrec::text {

inline constexpr std::size_t max_rule_word_bytes = 32;

/// A hash table of such words: at most this many entries, because a slot has 16 bits.
inline constexpr std::size_t max_rule_words = 16384;
inline constexpr std::size_t slots_per_entry = 4;

/// Whether the word is not too long, and is in the form in which the analyser looks words up: folded letters, marks and
/// digits.
inline bool is_folded_word(std::string_view word) {
    std::string folded;
    fold_letters(word, folded);
    return !word.empty() && word.size() <= max_rule_word_bytes && is_valid_utf8(word) && folded == word;
}

/// Hashes four letters (the first, the middle, the last, and the one at a third of the length) and the length of a word
/// that is not empty. This is enough to keep most of some hundred words apart.
inline std::uint32_t hash_of_rule_word(std::string_view word) noexcept {
    auto h = static_cast<std::uint32_t>(word.size());
    h = h * 31 + static_cast<unsigned char>(word.front());
    h = h * 31 + static_cast<unsigned char>(word[word.size() / 2]);
    h = h * 31 + static_cast<unsigned char>(word[word.size() - 1]);
    h = h * 31 + static_cast<unsigned char>(word[word.size() / 3]);
    h *= 0x9E3779B1U;
    return h ^ h >> 16;
}

}  // namespace bizrec::text
