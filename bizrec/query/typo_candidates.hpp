#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/vocabulary.hpp"

namespace bizrec::search {

/// A word of the vocabulary that the user may have meant.
struct TypoCandidate {
    std::uint32_t index = 0;  ///< in the vocabulary
    std::uint8_t distance = 0;
};

/// The number of edits forgiven in a word of this many code points: 0 below 3, 1 below 6, otherwise 2.
unsigned forgiven_edits(std::size_t code_points) noexcept;

/// Finds the words within forgiven_edits() of a typed word. An edit inserts, deletes or replaces a letter, or swaps two
/// neighbours (optimal string alignment: Damerau, "A technique for computer detection and correction of spelling
/// errors", 1964; Wagner and Fischer, "The string-to-string correction problem", 1974). The first letter may be wrong
/// only if nothing else is. The first half of a word may have only one error.
///
/// The sorted vocabulary is walked like a trie. Words with a common prefix share the rows of the matrix of edits for
/// this prefix. If all cells of the last row have too many edits, all words with that prefix are skipped (as in Schulz
/// and Mihov, "Fast string correction with Levenshtein automata", 2002). Rows are banded: cells further from the
/// diagonal than the allowed edits are never computed.
class TypoFinder {
public:
    static constexpr std::size_t longest_word = 32;     ///< code points, as for format::belongs_to_vocabulary()
    static constexpr std::size_t max_candidates = 512;  ///< the walk ends after this many

    /// Overwrites `out`, in the order of the vocabulary. Each word read, each row computed and each step of a search
    /// that skips words is subtracted from `steps_left`. The walk ends when `steps_left` is 0, so its cost is bounded.
    void find(const format::Vocabulary& vocabulary, std::string_view typed, std::uint64_t& steps_left,
              std::vector<TypoCandidate>& out);

private:
    static constexpr std::size_t max_edits = 2;
    static constexpr std::size_t max_rows = longest_word + max_edits + 2;

    bool set_typed(std::string_view typed);
    /// Makes `word` the path. Keeps the rows of the letters that it shares with the path before. Stops after a letter
    /// for which all cells have too many edits, and returns the length in bytes up to this letter: no word with this
    /// prefix can match. Returns 0 if the whole word is the path.
    std::size_t follow(std::string_view word, std::uint64_t& steps_left);
    unsigned compute_row(std::size_t row) noexcept;
    /// The number of edits allowed on the path so far: at most one if the first letter is wrong, or in the first half
    /// of the word. Two errors at the beginning are rare, and would let the walk into every branch.
    unsigned allowed() const noexcept {
        return path_[0] == typed_[0] && 2 * path_size_ > typed_size_ ? edits_ : std::min(edits_, 1U);
    }

    std::array<char32_t, longest_word> typed_{};
    std::size_t typed_size_ = 0;
    unsigned edits_ = 0;
    // The path from the root: the letters of the word at hand. Row i holds the distance of the path's first i letters
    // from each prefix of the typed word.
    std::array<char32_t, max_rows> path_{};
    std::array<std::size_t, max_rows> path_end_{};  // bytes up to and including each letter
    std::size_t path_size_ = 0;
    std::string_view path_bytes_;
    std::array<std::array<std::uint8_t, longest_word + 2>, max_rows> rows_{};
};

}  // namespace bizrec::search
