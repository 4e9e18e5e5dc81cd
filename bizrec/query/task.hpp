#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bizrec/query/address_tail.hpp"
#include "bizrec/query/doubt.hpp"
#include "bizrec/query/filters.hpp"
#include "bizrec/query/near_place.hpp"
#include "bizrec/query/place_search.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/query_decoder.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// What is behind Search, stage by stage. A request's words as typed are ranked; where no record answers them, or
/// another reading may be likelier, they are decoded (QueryDecoder), and the best reading is ranked. Tags, places and
/// filters hold in all readings. The rows of a request are those of one reading.
class SearchTask {
public:
    explicit SearchTask(const ReadingLimits& limits = {}) : limits_(limits) {}
    SearchTask(const SearchTask&) = delete;
    SearchTask& operator=(const SearchTask&) = delete;

    /// As Search::run().
    bool run(const store::Generation& generation, const SearchQuery& query, SearchResult& result, Budget& budget);
    /// When nobody explains the rows any more: the memory that grows with the index is held by searches at work, not by
    /// those that wait for a thread or rest.
    void give_back() { filters_.give_back(); }

    // What run() ended with.

    Reading reading() const noexcept { return reading_; }
    /// Of rows that stand in a place which words of the query name; null: of others.
    const PlaceSearch* place() const noexcept { return place_; }
    /// Those that rows, without a place(), were looked for with; of Reading::in_place those of the name too, which
    /// records elsewhere hold.
    const QueryWords& words() const noexcept { return words_; }
    /// Those that rows of the reading were looked for with, in addition to a place.
    const QueryWords& searched_words() const noexcept {
        return place_ != nullptr && reading_ != Reading::in_place ? place_->words() : words_;
    }
    /// Of documents that lie in no place().
    const RankConditions& conditions() const noexcept { return problem_; }
    const SearchFilters& filters() const noexcept { return filters_; }
    /// How the request was decoded; null: it was not.
    const QueryDecoder* decoded() const noexcept { return decoded_; }
    /// Whether rows lie in a circle about a place that the query names.
    bool asks_near() const noexcept { return request_ != given_; }

private:
    enum class Stage : std::uint8_t {
        set_up,     ///< words, places and filters are looked up
        in_place,   ///< the words as typed, in the place that the last ones name: a tier after the other
        as_typed,   ///< all words as typed
        doubt,      ///< whether those that have a hit may yet mean something else
        decode,     ///< the likeliest reading, and its rows
        elsewhere,  ///< nothing lies near the place that was named: what the words mean without it
        done,
    };

    void begin(const SearchQuery& request);
    void step();
    Stage set_up();
    Stage rank_next_tier();
    Stage rank_as_typed();
    Stage ask_doubt();
    bool is_in_doubt();
    void count_postings(std::uint64_t before);
    bool find_other_spaces();
    bool take(PlaceSearch& place, const TypedWords& words, const TypedWords* preferred);
    Stage decode();
    Stage begin_elsewhere();
    Stage end() const noexcept;
    Stage after_typed() const noexcept;
    PlaceSearch::Request place_request() { return {*request_, words_, filters_, problem_, visited_}; }
    bool are_rows_those_of_best();
    void add_scopes();
    void add_scopes_of(PlaceSearch& place, const PlaceWay& way);
    void rank_decoded();
    void rank_decoded_in(PlaceSearch& place);
    void rank_any_word();
    void rank();
    void rank_tier(PlaceSearch& place);
    void forget_rows();

    ReadingLimits limits_;
    QueryContext context_;
    const SearchQuery* given_ = nullptr;
    const SearchQuery* request_ = nullptr;  // the same, or that of near_
    Stage stage_ = Stage::done;
    Reading reading_ = Reading::all_words;
    const PlaceSearch* place_ = nullptr;
    const QueryDecoder* decoded_ = nullptr;
    std::uint64_t visited_ = 0;

    QueryWords words_{context_};
    SearchFilters filters_{context_};
    TypedTokens tokens_;  // of request_
    NearPlace near_{context_, tokens_};
    AddressTail address_{context_, tokens_};
    Doubt doubt_{context_};
    QueryDecoder decoder_{context_};
    std::vector<Scope> scopes_;
    std::vector<PlaceSearch*> places_of_scopes_;  // null: none
    std::array<PlaceSearch, place_sides> places_{PlaceSearch(context_, tokens_), PlaceSearch(context_, tokens_)};
    TypedWords decoded_words_;
    QueryWords preferred_{context_};
    RankProblem problem_;
    Ranker ranker_;
    RankResult ranked_;
};

}  // namespace bizrec::search
