#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace bizrec::quality {

/// Number of rows of an answer that are scored.
inline constexpr std::size_t depth = 10;

/// Means over the questions of a set, 0..1.
struct Scores {
    double hit_at_1 = 0;   ///< the first row is right
    double hit_at_10 = 0;  ///< one of the first ten rows is right
    double mrr = 0;        ///< 1 / place of the first right row; 0 if it is after the tenth
    double ndcg = 0;       ///< of the first ten rows; a row is right or wrong (Järvelin and Kekäläinen, 2002)
    std::size_t questions = 0;
};

class Tally {
public:
    /// `answer`: ids, best first. `right`: ids of all right records, not empty.
    void add(const std::vector<std::string>& answer, const std::unordered_set<std::string>& right);
    Scores scores() const;

private:
    Scores sums_;
};

}  // namespace bizrec::quality
