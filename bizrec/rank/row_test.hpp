#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "bizrec/format/columns.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/postings/document_set.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Bounds on a record's columns (docs/api.md), one struct for each kind of column. A record without the field is
/// outside every bound on that field. `passes` tells whether a value is inside; call it only for a bound that is given.
template <class Row>
struct RangeBound {
    bool given = false;
    /// Inclusive. `min` is at least Row::min and `max` at most Row::max, so a missing value is outside.
    typename Row::Value min = Row::min, max = Row::max;

    bool is_given() const noexcept { return given; }
    bool passes(typename Row::Value value) const noexcept {  // a hostile rating may be NaN, which is within no bounds
        static_assert(Row::missing < Row::min || Row::missing > Row::max);
        return value >= min && value <= max;
    }
};

struct ChoiceBound {
    std::uint8_t allowed = 0;  ///< the bit 1 << value for each allowed value; 0: no filter

    bool is_given() const noexcept { return allowed != 0; }
    bool passes(std::uint8_t value) const noexcept { return value < 8 && (allowed >> value & 1U) != 0; }
};

struct FlagsBound {
    std::uint8_t wanted = 0;    ///< bits that must be set
    std::uint8_t unwanted = 0;  ///< bits that must not be set

    bool is_given() const noexcept { return (wanted | unwanted) != 0; }
    bool passes(std::uint8_t flags) const noexcept { return (flags & wanted) == wanted && (flags & unwanted) == 0; }
};

struct NoBound {
    static constexpr bool is_given() noexcept { return false; }
    static constexpr bool passes(std::uint8_t /*value*/) noexcept { return true; }
};

template <class Row>
using BoundOf = std::conditional_t<
    Row::kind == format::ColumnKind::choice, ChoiceBound,
    std::conditional_t<Row::kind == format::ColumnKind::flags, FlagsBound,
                       std::conditional_t<Row::kind == format::ColumnKind::derived, NoBound, RangeBound<Row>>>>;

struct ColumnBounds : format::ColumnSet<BoundOf> {
    /// The bit 1 << column_index() for each bound that is given.
    std::uint32_t given() const noexcept {
        std::uint32_t bits = 0;
        format::for_each_column(
            [&bits](auto row, const auto& bound) {
                bits |= std::uint32_t{bound.is_given()} << format::column_index<decltype(row)>();
            },
            *this);
        return bits;
    }
    bool any() const noexcept { return given() != 0; }
};
static_assert(format::column_count <= 32);

/// Whether a document's value of a column is inside a bound that is given. `docid` < documents().
template <class Row, class Bound, class Column>
bool passes(Row /*row*/, const Bound& bound, const Column& column, std::uint32_t docid) noexcept {
    if constexpr (format::is_optional_column<Row>) {
        return column.exists() && bound.passes(column[docid]);
    } else {
        return bound.passes(column[docid]);
    }
}

/// The conditions that a candidate must pass, except words and place: column bounds and excluded documents. Set up once
/// per request, then called for many documents in any order.
class RowTest {
public:
    /// Removes all tests. Frees the memory that grows with the index.
    void clear() noexcept;
    void set_bounds(const ColumnBounds& bounds) noexcept {
        given_bounds_ = bounds.given();
        if (given_bounds_ != 0) {
            bounds_ = bounds;
        }
    }
    /// Announces that the caller will exclude documents before the first test. From then on is_trivial() is false, so
    /// that a plan made before the first exclusion expects tests.
    void expect_exclusions() noexcept { expects_exclusions_ = true; }
    /// Excludes documents. Any order, any docids (docids >= `documents` are ignored), any number of calls.
    void exclude(const std::uint32_t* docids, std::size_t count, std::uint32_t documents);
    /// Excludes the documents that are in all of these lists. Excludes none if `lists` is empty.
    void exclude_all_of(const std::vector<format::TermLists>& lists, std::uint32_t documents);

    bool is_trivial() const noexcept { return !has_bounds() && !expects_exclusions_ && excluded_.empty(); }
    /// `docid` < documents(), here and below.
    bool excludes(std::uint32_t docid) const noexcept { return !excluded_.empty() && excluded_.contains(docid); }
    bool passes(const store::Generation& generation, std::uint32_t docid) const noexcept {
        return !excludes(docid) && (!has_bounds() || within_bounds(generation, docid));
    }

private:
    bool has_bounds() const noexcept { return given_bounds_ != 0; }
    bool within_bounds(const store::Generation& generation, std::uint32_t docid) const noexcept;

    std::uint32_t given_bounds_ = 0;  // ColumnBounds::given()
    ColumnBounds bounds_;             // valid only if given_bounds_ != 0
    bool expects_exclusions_ = false;
    DocumentSet excluded_;
    std::vector<ListCursor> cursors_;  // memory reused by exclude_all_of()
};

}  // namespace bizrec::search
