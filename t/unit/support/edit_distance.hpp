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

}  // namespace bizrec::search::testing
