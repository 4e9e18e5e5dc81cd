#pragma once

#include <cstdint>

#include "bizrec/query/filters.hpp"
#include "bizrec/query/place_search.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/readings.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// What is behind Search: a request's words as typed are ranked; where no record answers them, or none but by its
/// street, the reading that Readings finds. Tags, places and filters hold in all readings. A row of any_word exists
/// only where the readings before it have none, so the scores of full matches and of others never stand in one list.
class SearchTask {
public:
    explicit SearchTask(const ReadingLimits& limits = {}) : readings_(limits) {}
    SearchTask(const SearchTask&) = delete;
    SearchTask& operator=(const SearchTask&) = delete;

    std::uint64_t prepare(const store::Generation& generation, const SearchQuery& query);
    void run(SearchResult& result);
    /// After run(), when nobody asks test() any more: the memory that grows with the index is held by searches at work,
    /// not by those that wait for a thread or rest.
    void give_back() { filters_.give_back(); }

    /// What run() ended with, for Explanation.
    const QueryWords& words() const noexcept { return words_; }
    /// Those that rows were looked for with, in addition to a place. Of Reading::in_place all, those of the name too:
    /// records elsewhere hold them.
    const QueryWords& searched_words() const noexcept {
        return is_in_place_ && reading_ != Reading::in_place ? place_.words() : words_;
    }
    /// Every word was read as part of a place's name: none was looked for in records.
    bool is_place_alone() const noexcept { return reading_ == Reading::in_place && place_.reading().rest().empty(); }
    /// Of rows that stand in the place which the last words name.
    bool is_in_place() const noexcept { return is_in_place_; }
    const PlaceSearch& place() const noexcept { return place_; }
    const SearchFilters& filters() const noexcept { return filters_; }
    /// Function words of the query that were counted other than its other words: in the last reading alone.
    const FunctionWords& function_words() const noexcept { return readings_.function_words(); }

private:
    void set_up();
    /// Of the readings that the request allows beside its words as typed.
    std::uint64_t readings_work() const noexcept;
    std::uint64_t plan_as_typed();
    /// Of a place that may be read, as PlaceSearch::run(). 0: it may not be read any more.
    std::uint64_t rank_in_place(std::uint64_t most);
    void rank_as_typed();
    void rank_another_reading();
    void rank_joined_name();
    bool may_be_joined_name();
    void keep_words_of_place();
    bool rank_some_words_in_place();
    /// Runs the plan that was made last.
    void rank();

    const store::Generation* generation_ = nullptr;
    const SearchQuery* request_ = nullptr;
    bool is_set_up_ = false;
    bool is_impossible_ = false;  // a text, or the filters, that no record can hold: nothing is ranked
    bool is_planned_ = false;     // as typed
    bool is_ranked_ = false;      // as typed, or in place
    bool has_hit_ = false;
    bool is_in_place_ = false;
    bool may_be_name_ = false;  // as typed it has hits, which may be by their streets alone
    Reading reading_ = Reading::all_words;
    std::uint64_t visited_ = 0;

    QueryWords words_;
    SearchFilters filters_;
    Readings readings_;
    PlaceSearch place_;
    RankProblem problem_;
    Ranker ranker_;
    RankResult ranked_;
};

}  // namespace bizrec::search
