#include "metrics.hpp"

#include <algorithm>
#include <cmath>

namespace bizrec::quality {
namespace {

/// The gain of a right row at `place` (from 0).
double discounted(std::size_t place) {
    return 1.0 / std::log2(static_cast<double>(place) + 2.0);
}

}  // namespace

void Tally::add(const std::vector<std::string>& answer, const std::unordered_set<std::string>& right) {
    double gain = 0;
    std::size_t first = depth;
    for (std::size_t place = 0; place < std::min(answer.size(), depth); ++place) {
        if (right.count(answer[place]) != 0) {
            gain += discounted(place);
            first = std::min(first, place);
        }
    }
    double best = 0;
    for (std::size_t place = 0; place < std::min(right.size(), depth); ++place) {
        best += discounted(place);
    }
    ++sums_.questions;
    sums_.hit_at_1 += first == 0 ? 1 : 0;
    sums_.hit_at_10 += first < depth ? 1 : 0;
    sums_.mrr += first < depth ? 1.0 / static_cast<double>(first + 1) : 0;
    sums_.ndcg += gain / best;
}

Scores Tally::scores() const {
    Scores means = sums_;
    if (means.questions != 0) {
        for (double* mean : {&means.hit_at_1, &means.hit_at_10, &means.mrr, &means.ndcg}) {
            *mean /= static_cast<double>(means.questions);
        }
    }
    return means;
}

}  // namespace bizrec::quality
