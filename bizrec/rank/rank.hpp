#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/rank/row_test.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Posting list whose impacts count `factor` times.
struct WeightedList {
    format::TermLists lists;
    std::uint32_t factor = 1;  ///< >= 1
};

/// Why documents get more evidence, for explanations.
enum class BoostReason : std::uint8_t { keyword, function_word, likeliest_words, place_as_typed, place_in_name };

/// Documents that hold all of `lists` get `evidence` more; the impacts do not count.
struct Boost {
    std::vector<format::TermLists> lists;  ///< at least one, none empty
    std::uint32_t evidence = 0;
    BoostReason reason = BoostReason::keyword;
    std::string_view text = {};  ///< of the reason, for a person; its bytes are the request's
};

/// A list whose every document gets `evidence` more, whatever its impact.
struct FlatList {
    format::TermLists lists;
    std::uint32_t evidence = 0;  ///< >= 1 in any_of
};

/// Which documents are hits, and what each is worth, without a word of text left in it.
///
/// A document is a hit where it lies in `places` (all of them where null), passes `test` (where not null), holds at
/// least one list of `any_of` (where not empty), and
///   all words: every list of `required` (none given: every document);
///   any word:  of each clause of `alternatives`, at least one list.
/// Its evidence is the sum of factor × impact over the lists of `required` and `alternatives` that it holds, of the
/// evidence of the lists of `any_of` that it holds, of the greatest evidence among `exact_matches` that it holds, and
/// of all `boosts` that it holds; with neither required nor alternatives 1 more. Its score: format::search_score().
struct RankConditions {
    const PlaceFilter* places = nullptr;
    const RowTest* test = nullptr;  ///< may be filled later, until Ranker::run()
    std::vector<WeightedList> required;
    format::PairList pair;  ///< of the two lists of `required`, which count alike, where there is one
    std::vector<std::vector<WeightedList>> alternatives;  ///< clauses; when not empty, `required` is empty
    std::vector<FlatList> any_of;
    std::vector<FlatList> exact_matches;
    std::vector<Boost> boosts;

    bool has_row_test() const noexcept { return test != nullptr; }
    bool has_circles() const noexcept { return places != nullptr && !places->near_circles().empty(); }
    /// Whether a document that holds the words and lies in a range of the places may yet be no hit.
    bool has_tests() const noexcept { return has_row_test() || has_circles(); }
};

/// Which of the hits are wanted. All pages of a walk have the same conditions.
struct RankPage {
    std::uint32_t limit = 50;  ///< >= 1
    bool has_cursor = false;   ///< rows after (cursor_score, cursor_docid) in the order of rows
    std::uint32_t cursor_score = 0;
    std::uint32_t cursor_docid = 0;  ///< format::no_docid: all rows of cursor_score come before the page
    bool count = false;              ///< total is wanted
};

/// What is to be ranked. A function that must give every page of a walk the same answer takes RankConditions.
struct RankProblem : RankConditions {
    RankPage page;
};

struct SearchRow {
    std::uint32_t docid = 0;
    std::uint32_t score = 0;
};

/// score descending, then docid ascending.
inline bool comes_before(const SearchRow& a, const SearchRow& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.docid < b.docid;
}

struct RankResult {
    std::vector<SearchRow> rows;  ///< in the order of rows
    std::uint64_t total = 0;      ///< where counted: all hits, exact, whatever the cursor and the limit
    bool any_hit = false;         ///< there is a hit, before or behind the cursor
    std::uint64_t visited = 0;    ///< postings, blocks, positions looked at: counted work
    std::uint64_t measured = 0;   ///< of them, distances to circles beyond a document's first
    const char* plan = "";        ///< Plan::name()
};

class Plan;

/// The exact best rows: the same ids, order and scores as an exhaustive scan. Keeps the memory that one request leaves
/// to the next: allocates nothing once warm. One object a thread at a time.
class Ranker {
public:
    Ranker();
    ~Ranker();
    Ranker(const Ranker&) = delete;
    Ranker& operator=(const Ranker&) = delete;

    /// Chooses how to rank. Both must live, unchanged, until run() has returned. The plan is
    /// valid until the next call.
    const Plan& plan(const store::Generation& generation, const RankProblem& problem);
    /// Runs the plan. `result` is overwritten. False: `budget` has stopped it, and `result` is no answer.
    bool run(RankResult& result, Budget& budget);
    /// Both, whatever they cost.
    void rank(const store::Generation& generation, const RankProblem& problem, RankResult& result);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::search
