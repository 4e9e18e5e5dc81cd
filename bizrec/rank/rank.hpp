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

/// A posting list whose impacts are multiplied by `factor`.
struct WeightedList {
    format::TermLists lists;
    std::uint32_t factor = 1;  ///< >= 1
};

/// The reason why a boost gives documents more evidence. Explanations name it.
enum class BoostReason : std::uint8_t { keyword, function_word, likeliest_words, place_as_typed, place_in_name };

/// Documents that are in all of `lists` get `evidence` more. Their impacts do not count.
struct Boost {
    std::vector<format::TermLists> lists;  ///< at least one
    std::uint32_t evidence = 0;
    BoostReason reason = BoostReason::keyword;
    std::string_view text = {};  ///< the keyword, word or place, for explanations; its bytes belong to the request
};

/// Every document of the list gets the same additional `evidence`. Impacts do not count.
struct FlatList {
    format::TermLists lists;
    std::uint32_t evidence = 0;  ///< at least 1 in `any_of`
};

/// Which documents are hits, and how much evidence each has. Contains no text of the request.
///
/// A document is a hit if the generation's suppression does not hide it from searches, and it lies in `places` (null:
/// everywhere), passes `test` (if not null), is in at least one list of `any_of` (if not empty), and
///   all words: is in every list of `required` (empty: every document);
///   any word:  is in at least one list of each clause of `alternatives`.
/// The evidence of a hit is the sum of factor × impact over the lists of `required` and `alternatives` that have it,
/// plus the evidence of the lists of `any_of` that have it, plus the greatest evidence among the `exact_matches` that
/// have it, plus that of all `boosts` that it gets. If both required and alternatives are empty, 1 is added. The score
/// of a hit: format::search_score().
struct RankConditions {
    const PlaceFilter* places = nullptr;
    const RowTest* test = nullptr;  ///< may be filled later, until Ranker::run()
    std::vector<WeightedList> required;
    format::PairList pair;  ///< the pair list of the two `required`, if there is one; both must have the same factor
    std::vector<std::vector<WeightedList>> alternatives;  ///< clauses; if not empty, `required` is empty
    std::vector<FlatList> any_of;
    std::vector<FlatList> exact_matches;
    std::vector<Boost> boosts;

    bool has_row_test() const noexcept { return test != nullptr; }
    bool has_circles() const noexcept { return places != nullptr && !places->near_circles().empty(); }
    /// Whether a document that holds the words and lies in a range of the places may still fail `test` or a circle.
    bool has_tests() const noexcept { return has_row_test() || has_circles(); }
    /// Whether each document that holds the words is a hit.
    bool admit_all() const noexcept { return places == nullptr && !has_tests() && any_of.empty(); }
};

/// The part of the hits that is wanted. A walk is a client's requests for one page after another. All pages of a walk
/// have the same conditions.
struct RankPage {
    std::uint32_t limit = 50;  ///< >= 1
    bool has_cursor = false;   ///< only rows after (cursor_score, cursor_docid), by comes_before(), are wanted
    std::uint32_t cursor_score = 0;
    std::uint32_t cursor_docid = 0;  ///< format::no_docid: all rows of cursor_score precede the page
    bool count = false;              ///< the total is wanted
};

/// The input of a ranking. A function that must give the same answer for every page of a walk takes RankConditions.
struct RankProblem : RankConditions {
    RankPage page;
};

struct SearchRow {
    std::uint32_t docid = 0;
    std::uint32_t score = 0;
};

/// The order of rows: by descending score, then by ascending docid.
inline bool comes_before(const SearchRow& a, const SearchRow& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.docid < b.docid;
}

struct RankResult {
    std::vector<SearchRow> rows;  ///< ordered by comes_before()
    std::uint64_t total = 0;      ///< if counted: exact number of all hits, regardless of cursor and limit
    bool any_hit = false;         ///< there is a hit, before or after the cursor
    std::uint64_t visited = 0;    ///< the work done: postings, blocks and positions visited
    std::uint64_t measured = 0;   ///< the part of `visited` for a document's tests against circles after the first
    const char* plan = "";        ///< Plan::name()
};

class Plan;

/// Finds the exact best rows: the same ids, order and scores as an exhaustive scan. Reuses memory from request to
/// request, and allocates nothing once warm. An object must be used by one thread at a time.
class Ranker {
public:
    Ranker();
    ~Ranker();
    Ranker(const Ranker&) = delete;
    Ranker& operator=(const Ranker&) = delete;

    /// Chooses how to rank. Both arguments must live, unchanged, until run() has returned. The plan is valid until the
    /// next call.
    const Plan& plan(const store::Generation& generation, const RankProblem& problem);
    /// Runs the plan. Overwrites `result`. Returns false if `budget` stopped it: `result` is then not valid.
    bool run(RankResult& result, Budget& budget);
    /// Plans and runs without a limit on the cost.
    void rank(const store::Generation& generation, const RankProblem& problem, RankResult& result);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::search
