#include "bizrec/enrich/top_rows.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

// A lambda, because the name comes_before() alone does not say which overload is meant.
constexpr auto precedes = [](const EnrichRow& a, const EnrichRow& b) noexcept { return comes_before(a, b); };

/// Leaves one row for each document, with its greatest score and all inputs that matched.
void join_documents(std::vector<EnrichRow>& rows) {
    std::sort(rows.begin(), rows.end(), [](const EnrichRow& a, const EnrichRow& b) {
        return a.docid != b.docid ? a.docid < b.docid : a.score > b.score;
    });
    std::size_t kept = 0;
    for (const EnrichRow& row : rows) {
        if (kept != 0 && rows[kept - 1].docid == row.docid) {
            rows[kept - 1].by_website |= row.by_website;
            rows[kept - 1].by_profile |= row.by_profile;
        } else {
            rows[kept++] = row;
        }
    }
    rows.resize(kept);
}

}  // namespace

void TopRows::reset(std::size_t limit) {
    rows_.clear();
    rows_.reserve(capacity);
    limit_ = std::clamp<std::size_t>(limit, 1, capacity / 2);
    has_worst_ = false;
}

void TopRows::drop_worse() {
    if (rows_.size() < limit_) {
        return;
    }
    join_documents(rows_);
    if (rows_.size() < limit_) {
        return;
    }
    const auto last = rows_.begin() + static_cast<std::ptrdiff_t>(limit_ - 1);
    std::nth_element(rows_.begin(), last, rows_.end(), precedes);
    rows_.resize(limit_);
    worst_ = rows_.back();
    has_worst_ = true;
}

void TopRows::finish(std::vector<EnrichRow>& out) {
    if (rows_.size() > 1) {
        join_documents(rows_);
    }
    std::sort(rows_.begin(), rows_.end(), precedes);
    if (rows_.size() > limit_) {
        rows_.resize(limit_);
    }
    out.assign(rows_.begin(), rows_.end());
}

}  // namespace bizrec::search
