#include "bizrec/rank/row_test.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

/// Moves to the next docid of a list that is not below `target`; no_docid if there is none.
std::uint32_t next_of(ListCursor& cursor, std::uint32_t target) noexcept {
    std::uint64_t steps = 0;
    return cursor.seek(target, steps) ? cursor.docids()[0] : format::no_docid;
}

}  // namespace

void RowTest::clear() noexcept {
    given_bounds_ = 0;
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

/// Whether the document is inside all given bounds. Reads its value of a column only if the column has a bound. Tests
/// ranges first, because most filters are ranges.
bool RowTest::within_bounds(const store::Generation& generation, std::uint32_t docid) const noexcept {
    const auto of_kind = [this, docid](auto are_ranges) noexcept {
        return [this, docid](auto row, const auto& bound, const auto& column) noexcept {
            using Row = decltype(row);
            constexpr std::uint32_t bit = 1U << format::column_index<Row>();
            if constexpr (std::is_same_v<BoundOf<Row>, RangeBound<Row>> == decltype(are_ranges)::value) {
                return (given_bounds_ & bit) == 0 || search::passes(row, bound, column, docid);
            }
            return true;
        };
    };
    return format::all_of_columns(of_kind(std::true_type()), bounds_, generation) &&
           format::all_of_columns(of_kind(std::false_type()), bounds_, generation);
}

}  // namespace bizrec::search
