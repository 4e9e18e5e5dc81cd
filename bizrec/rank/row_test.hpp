#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/format/layout.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/postings/document_set.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Bounds on a record's columns (docs/api.md). A record without the field is outside every bound on that field.
struct ColumnBounds {
    std::uint32_t min_locations = 0, max_locations = UINT32_MAX;  ///< num_stores
    std::uint32_t min_reviews = 0, max_reviews = UINT32_MAX;
    float min_rating = 0, max_rating = 0;
    std::int64_t opened_from = 0, opened_to = 0;  ///< Unix seconds, inclusive
    std::int64_t refreshed_from = 0, refreshed_to = 0;
    std::uint8_t min_tier = 0, max_tier = 255;
    std::uint8_t ownerships = 0;      ///< bit 1 << Ownership for each allowed one; 0 = no filter
    std::uint8_t flags_wanted = 0;    ///< format::flag bits that must be set
    std::uint8_t flags_unwanted = 0;  ///< format::flag bits that must not be set
    bool by_locations = false, by_reviews = false, by_rating = false, by_tier = false, by_opened = false,
         by_refreshed = false;  ///< which bounds are given

    bool any() const noexcept {
        return by_locations || by_reviews || by_rating || by_tier || by_opened || by_refreshed || ownerships != 0 ||
               flags_wanted != 0 || flags_unwanted != 0;
    }
};

/// The conditions that a candidate must pass, except words and place: column bounds and excluded documents. Set up once
/// per request, then called for many documents in any order.
class RowTest {
public:
    /// Removes all tests. Frees the memory that grows with the index.
    void clear() noexcept;
    void set_bounds(const ColumnBounds& bounds) { bounds_ = bounds; }
    /// Says that documents will be excluded before the first test. Estimates made before that then know that there is a
    /// test.
    void expect_exclusions() noexcept { expects_exclusions_ = true; }
    /// Excludes documents. Any order, any docids (docids >= `documents` are ignored), any number of calls.
    void exclude(const std::uint32_t* docids, std::size_t count, std::uint32_t documents);
    /// Excludes the documents that hold all of these lists.
    void exclude_all_of(const std::vector<format::TermLists>& lists, std::uint32_t documents);

    bool is_trivial() const noexcept { return !has_bounds() && !expects_exclusions_ && excluded_.empty(); }
    /// `docid` < documents(), here and below.
    bool excludes(std::uint32_t docid) const noexcept { return !excluded_.empty() && excluded_.contains(docid); }
    bool passes(const store::Generation& generation, std::uint32_t docid) const noexcept {
        return !excludes(docid) && (!has_bounds() || within_bounds(generation, docid));
    }

private:
    bool has_bounds() const noexcept { return bounds_.any(); }
    bool within_bounds(const store::Generation& generation, std::uint32_t docid) const noexcept;

    ColumnBounds bounds_;
    bool expects_exclusions_ = false;
    DocumentSet excluded_;
    std::vector<ListCursor> cursors_;  // memory reused by exclude_all_of()
};

}  // namespace bizrec::search
