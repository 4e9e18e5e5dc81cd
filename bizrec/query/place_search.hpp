#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/decoder/edge.hpp"
#include "bizrec/lookup/filters.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/query_words.hpp"
#include "bizrec/place_words/place_reading.hpp"
#include "bizrec/query/largest_town.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// Where a query may name a place. Its other words are looked for inside the place.
struct PlaceWay {
    std::size_t first_tokens = 0;  ///< this many tokens at the front are the name; 0: the longest name at the end
    double cost = 0;               ///< added to the cost of a reading inside the place
    std::size_t last_tokens = 0;   ///< this many tokens after the name at the end describe the business there
    bool drops_fillers = false;    ///< this way and the next ones ignore words at the end that describe no record

    std::size_t side() const noexcept { return first_tokens == 0 ? 0 : 1; }
};
/// All ways, in the order in which they are tried. At each end of the query, the first way that names a place counts.
inline constexpr std::array place_ways = {
    PlaceWay{0, 0},
    PlaceWay{0, 0, 0, true},                             // "starbucks dallas opening hours"
    PlaceWay{0, EdgeCosts::description_after_place, 1},  // "starbucks dallas airport"
    PlaceWay{0, EdgeCosts::description_after_place, 2},  // "starbucks dallas love field"
    PlaceWay{4, EdgeCosts::place_in_front},
    PlaceWay{3, EdgeCosts::place_in_front},
    PlaceWay{2, EdgeCosts::place_in_front},
    PlaceWay{1, EdgeCosts::place_in_front},
};
inline constexpr std::size_t place_sides = 2;

/// The rows of a query that names a place, tier by tier. First come the records inside that hold the other words: those
/// that state the place before those whose place was inferred. Then come the records elsewhere that hold all words as
/// typed ("Paris Bakery" in London, for "bakery Paris"). A tier has so much more evidence than the next that a row's
/// score tells its tier, so a cursor tells in which tier a page begins.
class PlaceSearch {
public:
    enum Tier : std::uint32_t { elsewhere, inferred, stated, tier_count };

    /// How much more evidence a tier has than the one below. It is more than the words of any query that PlaceReading
    /// accepts can give.
    static constexpr std::uint32_t evidence = 1U << 19;

    /// `tokens` must hold the tokens of the query of the current request.
    PlaceSearch(const QueryContext& context, const TypedTokens& tokens)
        : context_(context), reading_(context, tokens), words_(context), preferred_(context), town_(context) {}

    /// The inputs from the search of a request. All must live, unchanged, until the last tier has run.
    struct Request {
        const SearchQuery& query;
        const QueryWords& words;  ///< the words as typed
        SearchFilters& filters;
        const RankProblem& as_typed;
        std::uint64_t& steps;  ///< the steps of the search are added to it
    };

    /// Prepares the search inside the place that the last words name. Returns false if they name none, or if no record
    /// there can match. If words().is_complete(), the search for the other words as typed can then run; otherwise call
    /// take() first.
    bool begin(const Request& request) {
        return begin(request, place_ways.front(), PlaceReading::Cities::words_do_not_tell);
    }
    /// The same for any city, and for words at either end. The other words are then decoded: call take() before
    /// anything is run.
    bool begin(const Request& request, const PlaceWay& way) {
        return begin(request, way, PlaceReading::Cities::any) && !place().rest.empty();
    }
    /// The conditions that a record inside the place must meet, whether it states the place or the place was inferred.
    /// Call after the begin() that takes a PlaceWay.
    const RankConditions& inside() const noexcept { return problems_[inferred]; }
    /// Sets the words to search for. With `preferred` null, a record inside must hold all of `words`. Otherwise it must
    /// hold any of them, and records that hold all of `preferred` come first, if `preferred` has words. Returns false
    /// if a text has words, but none that the index has; always returns true if `preferred` is null. The bytes of both
    /// must live until the last tier has run. Adds to `steps`.
    bool take(const TypedWords& words, const TypedWords* preferred, std::uint64_t& steps);

    /// Whether a tier remains that may add a row to `result`, or hits to its total if the total is wanted.
    bool has_next(const RankResult& result) noexcept;
    /// Ranks the next tier and adds its rows. If the budget stops it, the rows are not valid.
    void run_next(Ranker& ranker, RankResult& result);

    const NamedPlace& place() const noexcept { return reading_.place(); }
    /// The words that are not part of the name.
    const QueryWords& words() const noexcept { return words_; }
    Tier tier_of(std::uint32_t docid) const noexcept;
    const RankConditions& conditions_of(Tier tier) const noexcept { return problems_[tier]; }
    /// Whether records of the largest town of that name get more evidence.
    bool prefers_largest_town() const noexcept { return town_.problem() != nullptr; }

private:
    bool find_name(const Request& request, const PlaceWay& way, PlaceReading::Cities cities);
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
    std::vector<Tier> tiers_;  // the tiers to rank, in this order
    std::size_t next_ = 0;     // index into tiers_
    PlaceReading reading_;
    QueryWords words_, preferred_;
    text::AnalysedText name_text_;
    std::vector<format::TermLists> name_lists_;
    std::string folded_, key_;
    PlaceFilter inside_, outside_;
    std::array<RankProblem, tier_count> problems_;
    LargestTown town_;  // its documents are not in problems_[stated]
    RankResult of_tier_;
};

}  // namespace bizrec::search
