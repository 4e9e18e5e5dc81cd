#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"

/// Words in the rules on texts (lmdb_builder/rules/).
namespace bizrec::text {

inline constexpr std::size_t max_rule_word_bytes = 32;

/// A hash table of such words: at most this many entries, because a slot has 16 bits.
inline constexpr std::size_t max_rule_words = 16384;
inline constexpr std::size_t slots_per_entry = 4;

/// Whether the word is not too long, and has the form that the analyser looks up: folded letters, marks and digits.
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

/// The hash table of these entries, with open addressing and 2^n slots; 0: free, otherwise an entry's number plus one.
/// `word` gives the word of an entry. If several entries have the same word, the first counts.
template <class Entry>
std::vector<std::uint16_t> slots_of(const std::vector<Entry>& entries, std::string_view Entry::*word) {
    std::size_t count = 16;
    while (count < entries.size() * slots_per_entry) {
        count *= 2;
    }
    std::vector<std::uint16_t> slots(count, 0);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::size_t slot = hash_of_rule_word(entries[i].*word) & (count - 1);
        while (slots[slot] != 0 && entries[slots[slot] - 1U].*word != entries[i].*word) {
            slot = (slot + 1) & (count - 1);
        }
        if (slots[slot] == 0) {
            slots[slot] = static_cast<std::uint16_t>(i + 1);
        }
    }
    return slots;
}

}  // namespace bizrec::text
