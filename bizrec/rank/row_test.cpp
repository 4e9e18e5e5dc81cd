#include "bizrec/rank/row_test.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

bool is_between(std::uint32_t value, std::uint32_t least, std::uint32_t most) noexcept {
    return value != format::missing_count && value >= least && value <= most;
}

bool is_between(std::int64_t time, std::int64_t from, std::int64_t to) noexcept {
    return time != format::missing_time && time >= from && time <= to;
}

/// Moves to the next docid of a list that is not below `target`; no_docid if there is none.
std::uint32_t next_of(ListCursor& cursor, std::uint32_t target) noexcept {
    std::uint64_t steps = 0;
    return cursor.seek(target, steps) ? cursor.docids()[0] : format::no_docid;
}

}  // namespace

void RowTest::clear() noexcept {
    bounds_ = {};
    expects_exclusions_ = false;
    excluded_.clear();
}

void RowTest::exclude(const std::uint32_t* docids, std::size_t count, std::uint32_t documents) {
    if (count == 0) {
        return;
    }
    excluded_.open(documents);
    for (std::size_t i = 0; i < count; ++i) {
        if (docids[i] < documents) {
            excluded_.insert(docids[i]);
        }
    }
}

void RowTest::exclude_all_of(const std::vector<format::TermLists>& lists, std::uint32_t documents) {
    if (lists.empty() ||
        std::any_of(lists.begin(), lists.end(), [](const format::TermLists& list) { return list.count == 0; })) {
        return;
    }
    const auto rarest =
        std::min_element(lists.begin(), lists.end(), [](const auto& a, const auto& b) { return a.count < b.count; });
    excluded_.open(documents);
    if (cursors_.size() < lists.size()) {
        cursors_.resize(lists.size());
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
        cursors_[i].open(lists[i]);
    }
    const auto leader = static_cast<std::size_t>(rarest - lists.begin());
    for (std::uint32_t docid = next_of(cursors_[leader], 0); docid < documents;
         docid = next_of(cursors_[leader], docid + 1)) {
        std::uint64_t steps = 0;
        bool out = true;
        for (std::size_t i = 0; i < lists.size() && out; ++i) {
            out = i == leader || cursors_[i].contains(docid, steps);
        }
        if (out) {
            excluded_.insert(docid);
        }
    }
}

bool RowTest::within_bounds(const store::Generation& generation, std::uint32_t docid) const noexcept {
    const ColumnBounds& b = bounds_;
    if (b.by_locations && !is_between(generation.num_stores[docid], b.min_locations, b.max_locations)) {
        return false;
    }
    if (b.by_reviews && !is_between(generation.reviews[docid], b.min_reviews, b.max_reviews)) {
        return false;
    }
    if (b.by_rating) {
        const float rating = generation.rating[docid];
        // A missing rating is below 0. A hostile one may be NaN, which is within no bounds.
        if (!(rating >= 0 && rating >= b.min_rating && rating <= b.max_rating)) {
            return false;
        }
    }
    if (b.by_tier) {
        const std::uint8_t tier = generation.price_tier[docid];
        if (tier == format::missing_tier || tier < b.min_tier || tier > b.max_tier) {
            return false;
        }
    }
    if (b.by_opened && !is_between(generation.opened[docid], b.opened_from, b.opened_to)) {
        return false;
    }
    if (b.by_refreshed && !is_between(generation.refreshed[docid], b.refreshed_from, b.refreshed_to)) {
        return false;
    }
    if (b.ownerships != 0) {
        const std::uint8_t ownership = generation.ownership[docid];
        if (ownership >= 8 || (b.ownerships >> ownership & 1U) == 0) {
            return false;
        }
    }
    const std::uint8_t flags = generation.flags[docid];
    return (flags & b.flags_wanted) == b.flags_wanted && (flags & b.flags_unwanted) == 0;
}

}  // namespace bizrec::search
