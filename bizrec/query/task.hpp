#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bizrec/query/doubt.hpp"
#include "bizrec/query/filters.hpp"
#include "bizrec/query/function_words.hpp"
#include "bizrec/query/near_place.hpp"
#include "bizrec/query/place_search.hpp"
#include "bizrec/query/query_decoder.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// What is behind Search. A request's words as typed are ranked; where no record answers them, or another reading may
/// be likelier, they are decoded (QueryDecoder), and the best reading is ranked. Tags, places and filters hold in all
/// readings. The rows of a request are those of one reading.
class SearchTask {
public:
    explicit SearchTask(const ReadingLimits& limits = {}) : limits_(limits) {}
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
        return is_in_place_ && reading_ != Reading::in_place ? read_place_->words() : words_;
    }
    /// Every word was read as part of a place's name: none was looked for in records.
    bool is_place_alone() const noexcept {
        return reading_ == Reading::in_place && read_place_->reading().rest().empty();
    }
    /// Of rows that stand in the place which the first or last words name.
    bool is_in_place() const noexcept { return is_in_place_; }
    const PlaceSearch& place() const noexcept { return *read_place_; }
    /// Of Reading::most_words: records that hold all of these come first.
    const QueryWords& preferred() const noexcept { return is_in_place_ ? read_place_->preferred() : preferred_; }
    const SearchFilters& filters() const noexcept { return filters_; }
    /// Function words of the query that were counted other than its other words: where any word does.
    const FunctionWords& function_words() const noexcept { return function_words_; }
    /// The request is of a circle about a place that it names.
    bool is_near() const noexcept { return is_near_; }
    /// The reading is that of decoded(), inside a place.
    bool is_decoded_in_place() const noexcept { return is_in_place_ && reading_ == Reading::decoded; }
    /// How the request was decoded; null: it was not.
    const QueryDecoder* decoded() const noexcept { return is_decoded_ ? &decoder_ : nullptr; }

private:
    void begin(const SearchQuery& request);
    void read();
    void set_up();
    std::uint64_t plan_as_typed();
    std::uint64_t rank_in_place(std::uint64_t most);
    void rank_as_typed();
    bool may_be_read_otherwise();
    std::uint64_t decoding_work() const noexcept;
    void decode();
    bool is_ranked_with_other_spaces();
    void add_scopes();
    void add_scope_of_place(PlaceSearch& place, bool at_the_beginning);
    void rank_decoded();
    void rank_decoded_in_place(PlaceSearch& place);
    void rank_any_word();
    void rank();

    ReadingLimits limits_;
    const store::Generation* generation_ = nullptr;
    const SearchQuery* given_ = nullptr;
    const SearchQuery* request_ = nullptr;  // the same, or that of near_
    bool is_near_ = false;
    bool is_set_up_ = false;
    bool is_impossible_ = false;     // a text, or the filters, that no record can hold: nothing is ranked
    bool is_planned_ = false;        // as typed
    bool has_other_spaces_ = false;  // were looked for: OtherSpaces
    bool is_ranked_ = false;         // as typed, or in place
    bool has_hit_ = false;
    bool is_in_place_ = false;
    std::optional<bool> is_in_doubt_;  // none: nobody has asked yet
    bool is_decoded_ = false;
    Reading reading_ = Reading::all_words;
    std::uint64_t visited_ = 0;

    QueryWords words_;
    SearchFilters filters_;
    NearPlace near_;
    Doubt doubt_;
    QueryDecoder decoder_;
    std::vector<Scope> scopes_;
    std::vector<PlaceSearch*> places_;  // of each scope; null: none
    PlaceSearch place_, front_place_;   // at the end, at the beginning of the query
    SearchQuery turned_;                // with its first words at the end
    PlaceSearch* read_place_ = &place_;
    FunctionWords function_words_;
    TypedWords decoded_words_;
    QueryWords preferred_;
    RankProblem problem_;
    Ranker ranker_;
    RankResult ranked_;
};

}  // namespace bizrec::search
