#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/search/place_filter.hpp"
#include "bizrec/search/place_resolver.hpp"
#include "bizrec/search/rank.hpp"
#include "bizrec/search/row_test.hpp"
#include "bizrec/search/search.hpp"
#include "bizrec/search/search_clause.hpp"
#include "bizrec/search/search_corrections.hpp"
#include "bizrec/search/search_exclusions.hpp"
#include "bizrec/search/search_keywords.hpp"
#include "bizrec/search/search_tags.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// What is behind Search: a request turned into ranking problems, one after the other until one has a hit.
///
///   1. all words as typed
///   2. two neighbours written as one ("star bucks"), where that word exists
///   3. words that exist nowhere taken for their neighbours in the vocabulary (Corrections)
///   4. one word written as two ("goldenanchor"): the only one that exists nowhere, or else the rarest
///   5. any word of each text, with the likeliest meanings of 3; the query's function words tell its rows apart
///
/// A request of one word that exists is read as typed alone. Tags, places and filters hold in all readings. A row of 5
/// exists only where 1 to 4 have none, so the scores of full matches and of others never stand in one list. Which
/// reading is taken depends neither on cursor nor on limit: each asks whether there is a hit at all.
class SearchTask {
public:
    SearchTask() = default;
    SearchTask(const SearchTask&) = delete;
    SearchTask& operator=(const SearchTask&) = delete;

    std::uint64_t prepare(const store::Generation& generation, const SearchQuery& query);
    void run(SearchResult& result);
    /// After run(), when nobody asks test() any more: the memory that grows with the index is held by searches at work,
    /// not by those that wait for a thread or rest.
    void give_back() { test_.clear(); }

    /// What run() ended with, for explain().
    const SearchClause& query_words() const noexcept { return query_words_; }
    const SearchClause& name_words() const noexcept { return name_words_; }
    const TagLists& tags() const noexcept { return tags_; }
    const KeywordSets& boosts() const noexcept { return boosts_; }
    const Exclusions& exclusions() const noexcept { return exclusions_; }
    const PlaceFilter& places() const noexcept { return places_; }
    const RowTest& test() const noexcept { return test_; }
    const RankProblem& problem() const noexcept { return problem_; }
    /// Function words of the query that were counted beside its other words: in the last reading alone.
    const std::vector<SearchClause::Word>& stop_words() const noexcept { return stop_words_; }
    /// A text, or the tags, that no record can hold: nothing was ranked.
    bool is_impossible() const noexcept { return is_impossible_; }

private:
    void set_up();
    bool resolve_several_places();
    void analyse();
    void set_up_problem();
    void clear_words();
    void require_all_words();
    void rank_as_typed();
    void rank();
    bool has_words() const noexcept { return !typed_.query.empty() || !typed_.store_name.empty(); }

    void fall_back();
    std::uint64_t fall_back_work() const noexcept;
    bool read_joined(const ClauseRule& rule);
    bool read_joined_with_stop_words(const ClauseRule& rule, const text::AnalysedText& text);
    bool read_as_one(const ClauseRule& rule, std::size_t at, std::size_t count, std::string_view written);
    bool read_corrected();
    bool read_split();
    bool read_any();
    void add_stop_words();
    void look_up_read();
    bool rank_read();
    bool exists(const ClauseRule& rule, std::string_view word);
    bool find_form(const ClauseRule& rule, std::string_view written, std::string& form);

    const store::Generation* generation_ = nullptr;
    const SearchQuery* request_ = nullptr;
    bool is_set_up_ = false, is_impossible_ = false;
    bool has_marked_ = false;  // the exclusions, in test_
    bool is_ranked_ = false;   // as typed
    bool has_hit_ = false;
    bool has_several_words_ = false;  // one of the texts
    Reading reading_ = Reading::all_words;
    std::uint64_t visited_ = 0;
    std::uint64_t fall_back_left_ = 0;  // work that readings 2 to 4 may still cost

    text::AnalysedText query_text_, name_text_, word_text_;
    TypedWords typed_, read_;
    std::vector<SearchClause::Word> stop_words_;
    SearchClause query_words_{query_rule}, name_words_{store_name_rule};
    Corrections corrections_;
    std::string written_, joined_, halves_[2], key_;
    TagLists tags_;
    KeywordSets boosts_;
    Exclusions exclusions_;
    PlaceResolver resolver_;
    PlaceFilter places_;
    RowTest test_;
    RankProblem problem_;
    std::vector<std::vector<WeightedList>> spare_clauses_;
    std::vector<Boost> spare_boosts_;
    Ranker ranker_;
    RankResult ranked_;
};

}  // namespace bizrec::search
