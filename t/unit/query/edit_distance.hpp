#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bizrec::search::testing {

/// Optimal string alignment by the full textbook table: insertions, deletions, replacements, and swaps of neighbours.
/// No letter is edited twice.
template <class Letters>
unsigned edit_distance(const Letters& a, const Letters& b) {
    std::vector<std::vector<unsigned>> table(a.size() + 1, std::vector<unsigned>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = static_cast<unsigned>(i + j);
                continue;
            }
            table[i][j] = std::min(
                {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table[a.size()][b.size()];
}

/// Whether the walk of TypoFinder finds `meant`. The walk allows `edits` edits, but only one if the first letters
/// differ, only one if `meant` is at most half as long as `typed`, and only one in the first half of the word.
template <class Letters>
bool is_within(unsigned edits, const Letters& typed, const Letters& meant) {
    const unsigned at_the_beginning = std::min(edits, 1U);
    const bool is_short = 2 * meant.size() <= typed.size();
    if (edit_distance(typed, meant) > (typed[0] != meant[0] || is_short ? at_the_beginning : edits)) {
        return false;
    }
    for (std::size_t size = 1; size <= meant.size() && 2 * size <= typed.size(); ++size) {
        unsigned least = edits + 1;
        for (std::size_t of_typed = 0; of_typed <= typed.size(); ++of_typed) {
            least = std::min(least, edit_distance(typed.substr(0, of_typed), meant.substr(0, size)));
        }
        if (least > at_the_beginning) {
            return false;
        }
    }
    return true;
}

}  // namespace bizrec::search::testing
