#include "bizrec/rank/top_rows_of_search.hpp"

#include <functional>

namespace bizrec::search {

namespace {

/// Bounds of the number of rows that are added between two calls of settle(). With fewer rows, floor_ rises sooner, and
/// more rows are refused. With more, settle() is called less often.
constexpr std::size_t min_slack = 32;
constexpr std::size_t max_slack = 1024;

}  // namespace

void TopSearchRows::reset(const RankProblem& problem) {
    keys_.clear();
    limit_ = std::max<std::size_t>(problem.page.limit, 1);
    next_settling_ = limit_;
    floor_ = 0;
    ceiling_ = problem.page.has_cursor ? row_key(problem.page.cursor_score, problem.page.cursor_docid) : ~RowKey{0};
}

void TopSearchRows::settle() {
    if (keys_.size() < limit_) {
        return;
    }
    const auto last = keys_.begin() + static_cast<std::ptrdiff_t>(limit_ - 1);
    std::nth_element(keys_.begin(), last, keys_.end(), std::greater<>());
    keys_.resize(limit_);
    floor_ = keys_.back();
    next_settling_ = limit_ + std::clamp(limit_, min_slack, max_slack);
}

void TopSearchRows::finish(std::vector<SearchRow>& out) {
    settle();
    std::sort(keys_.begin(), keys_.end(), std::greater<>());
    out.clear();
    for (const RowKey key : keys_) {
        out.push_back({0xFFFFFFFFU - static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
    }
}

}  // namespace bizrec::search
