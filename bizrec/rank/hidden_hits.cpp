#include "bizrec/rank/hidden_hits.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

/// For up to this many ranges, the ends of each range are looked up among the hidden documents. More ranges are treated
/// as one range from the first to the last.
constexpr std::size_t max_ranges_by_rank = 64;

using Docid = const std::uint32_t*;

/// The hidden documents in [begin, end).
std::uint64_t between(const store::Suppression& suppression, std::uint32_t begin, std::uint32_t end) noexcept {
    return std::uint64_t{suppression.hidden_from_search_below(end)} - suppression.hidden_from_search_below(begin);
}

/// Whether one list leads and can seek to its next document.
bool has_leader(const RankTask& task) noexcept {
    return task.is_led_by_one_list() && !task.clauses[0].lists[0].lists->has_bitmap;
}

/// Whether the task has only one list, and every document is in it.
bool is_everything(const RankTask& task) noexcept {
    return task.clause_count == 1 && task.is_led_by_one_list() &&
           task.clauses[0].lists[0].lists->count == task.generation->documents();
}

}  // namespace

std::uint64_t hidden_inside(const store::Generation& generation, const place::Ranges& ranges) noexcept {
    const store::Suppression* const suppression = generation.suppression();
    if (suppression == nullptr || ranges.empty()) {
        return 0;
    }
    if (ranges.size() > max_ranges_by_rank) {
        return between(*suppression, ranges.front().begin, ranges.back().end);
    }
    std::uint64_t sum = 0;
    for (const place::Range range : ranges) {
        sum += between(*suppression, range.begin, range.end);
    }
    return sum;
}

bool HiddenHits::holds_all(const RankTask& task, std::uint32_t docid, std::uint64_t& visited) {
    std::size_t next = 0;
    for (const RankClause& clause : task) {
        bool holds = false;
        for (std::size_t i = 0; i < clause.lists.size(); ++i) {
            holds = cursors_[next++].contains(docid, visited) || holds;
        }
        if (!holds) {
            return false;
        }
    }
    return true;
}

std::uint64_t HiddenHits::count(const RankTask& task, std::uint64_t& visited) {
    if (task.hidden == 0 || (is_everything(task) && task.ranges->size() <= max_ranges_by_rank)) {
        return task.hidden;
    }
    std::size_t lists = 0;
    for (const RankClause& clause : task) {
        lists += clause.lists.size();
    }
    if (cursors_.size() < lists) {
        cursors_.resize(lists);
    }
    lists = 0;
    for (const RankClause& clause : task) {
        for (const RankList& list : clause.lists) {
            cursors_[lists++].open(*list.lists);
        }
    }
    const std::vector<std::uint32_t>& hidden = task.generation->suppression()->hidden_from_search();
    const Docid end = hidden.data() + hidden.size();
    std::uint64_t count = 0;
    Docid at = hidden.data();
    for (const place::Range range : *task.ranges) {
        at = std::lower_bound(at, end, range.begin);
        while (at != end && *at < range.end) {
            if (has_leader(task)) {
                if (!cursors_[0].seek(*at, visited)) {
                    return count;
                }
                const std::uint32_t next = cursors_[0].docids()[0];
                if (next > *at) {
                    at = std::lower_bound(at, end, next);
                    continue;
                }
            }
            ++visited;
            count += holds_all(task, *at++, visited) ? 1U : 0U;
        }
    }
    return count;
}

}  // namespace bizrec::search
