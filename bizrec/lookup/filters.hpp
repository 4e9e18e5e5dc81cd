#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/lookup/key_owners.hpp"
#include "bizrec/lookup/keywords.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/search_query.hpp"
#include "bizrec/lookup/tags.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/rank/row_test.hpp"
#include "bizrec/where/place_filter.hpp"
#include "bizrec/where/place_resolver.hpp"

namespace bizrec::search {

/// The conditions of a request in addition to its texts, the same in every reading: places, tags, bounds, exclusions,
/// and the keywords that lift a record.
class SearchFilters {
public:
    explicit SearchFilters(const QueryContext& context)
        : context_(context),
          tags_(context),
          boosts_(context),
          excluded_keywords_(context),
          excluded_(context),
          included_(context) {}

    /// The request must live as long as the filters are used.
    void begin(const SearchQuery& request);
    /// The first step of the look-up: prefetches what read() reads, and resolves the locations of the request.
    void ask();
    /// The second step: reads the tags, keywords and domains.
    void read();
    /// Whether no record can pass, because none of the tags exists or no document lies in the places.
    bool is_impossible() const noexcept;

    /// Sets places, test, any_of and boosts of `conditions`.
    void fill(RankConditions& conditions);
    /// Adds a boost without lists to `conditions`, and returns it.
    Boost& add_boost(RankConditions& conditions, BoostReason reason, std::string_view text);

    /// Marks the documents that `exclude_root_domains` and `exclude_keywords` exclude in test(). Call before the first
    /// document is tested. Returns the steps taken; 0 if the exclusions are already marked. If the budget stops it,
    /// some documents are not excluded.
    std::uint64_t mark_exclusions();
    /// Call when no more documents are tested. Frees the memory whose size depends on the index.
    void give_back() { test_.clear(); }

    /// Sets the `format::flag` bits that later tests require and forbid, in addition to the request's bounds.
    void want_flags(std::uint8_t wanted, std::uint8_t unwanted);

    /// The documents of include_root_domains.
    const place::Ranges& included() const noexcept { return included_ranges_; }
    const TagLists& tags() const noexcept { return tags_; }
    const KeywordSets& boosts() const noexcept { return boosts_; }
    const KeywordSets& excluded_keywords() const noexcept { return excluded_keywords_; }
    const PlaceFilter& places() const noexcept { return places_; }
    const RowTest& test() const noexcept { return test_; }

private:
    const QueryContext& context_;
    const SearchQuery* request_ = nullptr;
    bool has_lists_ = false;  // the request has tags, keywords or excluded domains; most requests have none
    bool had_lists_ = false;  // has_lists_ of the previous request, whose lists must be cleared
    TagLists tags_;
    KeywordSets boosts_;
    KeywordSets excluded_keywords_;
    KeyOwners excluded_, included_;
    place::Ranges included_ranges_;
    PlaceResolver resolver_;
    PlaceFilter places_;
    RowTest test_;
    bool is_to_mark_ = false;  // mark_exclusions() has work to do
    std::vector<Boost> spare_boosts_;
    std::vector<format::TermLists> keyword_lists_;
};

}  // namespace bizrec::search
