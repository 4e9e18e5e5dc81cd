#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bizrec/decoder/doubt.hpp"
#include "bizrec/decoder/query_decoder.hpp"
#include "bizrec/lookup/filters.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/query_words.hpp"
#include "bizrec/place_words/address_tail.hpp"
#include "bizrec/place_words/near_place.hpp"
#include "bizrec/query/place_search.hpp"
#include "bizrec/query/placeless.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// The implementation of Search, stage by stage. The words as typed are ranked first. If no record matches, or if
/// another reading may be likelier, the words are decoded (QueryDecoder), and the best reading is ranked. Tags, places
/// and filters apply in all readings. All rows of a request come from one reading.
class SearchTask {
public:
    explicit SearchTask(const ReadingLimits& limits = {}) : limits_(limits) {}
    SearchTask(const SearchTask&) = delete;
    SearchTask& operator=(const SearchTask&) = delete;

    /// As Search::run().
    bool run(const store::Generation& generation, const SearchQuery& query, SearchResult& result, Budget& budget);
    /// Call after the rows are explained. Frees the memory that grows with the index, so that only running searches
    /// hold it, not those that wait for a thread or are idle.
    void give_back() { filters_.give_back(); }

    // Results of run():

    const QueryContext& context() const noexcept { return context_; }
    Reading reading() const noexcept { return reading_; }
    /// The search in the place that words of the query name. Null: no row was found in such a place.
    const PlaceSearch* place() const noexcept { return place_; }
    /// The words by which rows outside place() were found. With Reading::in_place these include the words of the
    /// place's name: a record outside the place must have them in its texts.
    const QueryWords& words() const noexcept { return words_; }
    /// The words of the reading. With Reading::in_place: all words as typed, also those of the place's name. With other
    /// readings: without the words of the place's name.
    const QueryWords& searched_words() const noexcept {
        return place_ != nullptr && reading_ != Reading::in_place ? place_->words() : words_;
    }
    /// The conditions for documents outside place(), or for all documents if place() is null.
    const RankConditions& conditions() const noexcept { return problem_; }
    const SearchFilters& filters() const noexcept { return filters_; }
    /// How the request was decoded; null: it was not decoded.
    const QueryDecoder* decoded() const noexcept { return decoded_; }
    /// Whether the rows lie in a circle around a place that the query names.
    bool asks_near() const noexcept { return request_ != given_; }

private:
    enum class Stage : std::uint8_t {
        set_up,     ///< look up words, places and filters
        in_place,   ///< rank the words as typed in the place that the last words name, one tier at a time
        as_typed,   ///< rank all words as typed
        doubt,      ///< decide whether words with a hit may mean something else
        decode,     ///< find the likeliest reading, and rank it
        elsewhere,  ///< no record near the named place matches: read the whole query without the circle
        done,
    };

    void begin(const SearchQuery& request);
    void step();
    Stage set_up();
    Stage rank_next_tier();
    Stage rank_as_typed();
    Stage ask_doubt();
    bool is_in_doubt();
    /// Calls `work` and charges what it adds to visited_ to the budget. Returns its result.
    template <class Work>
    bool charged(Work&& work) {
        const std::uint64_t before = visited_;
        const bool result = work();
        context_.budget().take(WorkKind::postings, visited_ - before);
        return result;
    }
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
    bool ends_in_description(std::size_t words);
    const Scope* described_place() const noexcept;
    bool drop_fillers();
    /// Whether the scopes with a place at the end leave out fillers after it.
    bool has_dropped_fillers() const noexcept { return scopes_.front().end < scopes_.front().to; }
    void add_placeless();
    void rank_decoded();
    void rank_decoded_in(PlaceSearch& place);
    void rank_any_word();
    void rank();
    void rank_tier(PlaceSearch& place);
    void forget_rows();

    ReadingLimits limits_;
    QueryContext context_;
    const SearchQuery* given_ = nullptr;
    const SearchQuery* request_ = nullptr;  // given_, or the request of near_
    Stage stage_ = Stage::done;
    Reading reading_ = Reading::all_words;
    const PlaceSearch* place_ = nullptr;
    const QueryDecoder* decoded_ = nullptr;
    std::uint64_t visited_ = 0;

    QueryWords words_{context_};
    SearchFilters filters_{context_};
    TypedTokens tokens_;  // the tokens of request_
    NearPlace near_{context_, tokens_};
    AddressTail address_{context_, tokens_};
    Doubt doubt_{context_};
    QueryDecoder decoder_{context_};
    std::vector<Scope> scopes_;
    std::vector<PlaceSearch*> places_of_scopes_;  // one for each scope; null: the scope has no place
    std::array<PlaceSearch, place_sides> places_{PlaceSearch(context_, tokens_), PlaceSearch(context_, tokens_)};
    PlacelessRecords placeless_records_{context_};
    RankConditions placeless_;
    PlaceFilter placeless_places_;
    TypedWords decoded_words_;
    QueryWords preferred_{context_};
    RankProblem problem_;
    Ranker ranker_;
    RankResult ranked_;
};

}  // namespace bizrec::search
