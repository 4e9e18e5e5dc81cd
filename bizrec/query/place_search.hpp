#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/edge.hpp"
#include "bizrec/query/filters.hpp"
#include "bizrec/query/largest_town.hpp"
#include "bizrec/query/place_reading.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// Where in a query a place may be named: the other words make a lattice inside of it.
struct PlaceWay {
    std::size_t first_tokens = 0;  ///< so many are the name; 0: the last ones, as many as are one
    double cost = 0;               ///< of a reading inside

    std::size_t side() const noexcept { return first_tokens == 0 ? 0 : 1; }
};
/// In the order in which they are tried. Of a side the first that names a place counts.
inline constexpr std::array place_ways = {
    PlaceWay{0, 0},
    PlaceWay{4, EdgeCosts::place_in_front},
    PlaceWay{3, EdgeCosts::place_in_front},
    PlaceWay{2, EdgeCosts::place_in_front},
    PlaceWay{1, EdgeCosts::place_in_front},
};
inline constexpr std::size_t place_sides = 2;

/// The rows of a query that names a place, tier after tier: the records inside of it that hold the other words, those
/// that say so themselves before those whose place was inferred; then the records elsewhere that hold all words as
/// typed ("Paris Bakery" of London, for "bakery Paris"). Each tier has so much more evidence than the next that a score
/// tells where a page begins.
class PlaceSearch {
public:
    enum Tier : std::uint32_t { elsewhere, inferred, stated, tier_count };

    /// Of a tier above the one below: more than that of any query that PlaceReading reads.
    static constexpr std::uint32_t evidence = 1U << 19;

    /// `tokens`: of the query of each request.
    PlaceSearch(const QueryContext& context, const TypedTokens& tokens)
        : context_(context), reading_(context, tokens), words_(context), preferred_(context), town_(context) {}

    /// What the search of a request has made. All must live, unchanged, until the last tier has run.
    struct Request {
        const SearchQuery& query;
        const QueryWords& words;  ///< as typed
        SearchFilters& filters;
        const RankProblem& as_typed;
        std::uint64_t& steps;  ///< added to
    };

    /// Whether the last words name a place. Where words() are complete, it can be run: of the words as typed.
    bool begin(const Request& request) {
        return begin(request, place_ways.front(), PlaceReading::Cities::words_do_not_tell);
    }
    /// The same of any city, and of words at either end, for others to be decoded: nothing can be run but what take()
    /// was told.
    bool begin(const Request& request, const PlaceWay& way) {
        return begin(request, way, PlaceReading::Cities::any) && !place().rest.empty();
    }
    /// Records inside, of any tier; where begin() was of a way.
    const RankConditions& inside() const noexcept { return problems_[inferred]; }
    /// Now of records inside that hold all of `words`; where `preferred` is not null, any of them, and those that hold
    /// all of `preferred`, if it has words, above all others. False where none of those that any record needs exists.
    /// The bytes of both must live until the last tier has run. Adds to `steps`.
    bool take(const TypedWords& words, const TypedWords* preferred, std::uint64_t& steps);

    /// Whether a tier is left that may add a row to `result`.
    bool has_next(const RankResult& result) noexcept;
    /// Ranks it, and adds its rows; no good ones where the budget has stopped it.
    void run_next(Ranker& ranker, RankResult& result);

    const NamedPlace& place() const noexcept { return reading_.place(); }
    /// Those that are not of the name.
    const QueryWords& words() const noexcept { return words_; }
    Tier tier_of(std::uint32_t docid) const noexcept;
    const RankConditions& conditions_of(Tier tier) const noexcept { return problems_[tier]; }
    /// Whether records of the largest town of the name count more.
    bool prefers_largest_town() const noexcept { return town_.problem() != nullptr; }

private:
    bool begin(const Request& request, const PlaceWay& way, PlaceReading::Cities cities);
    void add_name_in_names();
    void add_name_as_typed();
    std::uint32_t look_up_name(format::TermKind kind);
    void add_boost(BoostReason reason, std::uint32_t worth);
    void set_page(const RankPage& page);
    bool is_wanted(Tier tier, const RankResult& result) const noexcept;
    bool require(const TypedWords* preferred, RankProblem& problem);

    const QueryContext& context_;
    SearchFilters* filters_ = nullptr;
    std::vector<Tier> tiers_;  // that hold something
    std::size_t next_ = 0;     // of tiers_
    PlaceReading reading_;
    QueryWords words_, preferred_;
    text::AnalysedText name_text_;
    std::vector<format::TermLists> name_lists_;
    std::string folded_, key_;
    PlaceFilter inside_, outside_;
    std::array<RankProblem, tier_count> problems_;
    LargestTown town_;  // of problems_[stated]
    RankResult of_tier_;
};

}  // namespace bizrec::search
