#include <algorithm>

#include "bizrec/search/rank.hpp"
#include "bizrec/search/rank_plan.hpp"
#include "bizrec/search/rank_task.hpp"

namespace bizrec::search {

namespace {

/// Steps of a seek to a range or a document, beside the posting itself: heads galloped over, a block decoded.
constexpr std::uint64_t seek_steps = 24;
constexpr std::uint32_t window_documents = 4096;  // or more: RankWindow::most_documents

std::uint64_t inside(const format::TermLists& lists, const PlaceFilter* places) noexcept {
    return places == nullptr ? lists.count : postings_inside(lists, places->all());
}

/// What the clauses of a problem hold in its places.
class ProblemSize {
public:
    explicit ProblemSize(const RankProblem& problem) noexcept : places_(problem.places) {
        for (const WeightedList& word : problem.required) {
            add_list(word.lists, word.factor, 0);
            end_clause();
        }
        for (const std::vector<WeightedList>& words : problem.alternatives) {
            for (const WeightedList& word : words) {
                add_list(word.lists, word.factor, 0);
            }
            end_clause();
        }
        for (const FlatList& list : problem.any_of) {
            add_list(list.lists, 0, list.evidence);
        }
        if (!problem.any_of.empty()) {
            end_clause();
        }
    }

    void add_everything(const format::TermLists& lists) noexcept {
        add_list(lists, 0, 0);
        end_clause();
    }

    std::uint64_t lists() const noexcept { return lists_; }
    std::uint64_t most_lists() const noexcept { return most_lists_; }              ///< of one clause
    std::uint64_t fewest() const noexcept { return clauses_ == 0 ? 0 : fewest_; }  ///< postings of a clause
    const RankList& last_list() const noexcept { return last_; }
    bool is_single_list() const noexcept { return lists_ == 1; }

private:
    void add_list(const format::TermLists& lists, std::uint32_t factor, std::uint32_t flat) noexcept {
        postings_ += inside(lists, places_);
        ++members_;
        last_ = {&lists, factor, flat};
    }
    void end_clause() noexcept {
        fewest_ = std::min(fewest_, postings_);
        most_lists_ = std::max(most_lists_, members_);
        lists_ += members_;
        ++clauses_;
        postings_ = members_ = 0;
    }

    const PlaceFilter* places_;
    std::uint64_t postings_ = 0, members_ = 0;  // of the clause at hand
    std::uint64_t fewest_ = UINT64_MAX;
    std::uint64_t lists_ = 0, most_lists_ = 0, clauses_ = 0;
    RankList last_;
};

std::uint64_t extra_lists(const RankProblem& problem) noexcept {
    std::uint64_t lists = problem.wholes.size();
    for (const Boost& boost : problem.boosts) {
        lists += boost.lists.size();
    }
    return lists;
}

/// Of a test of one document, beside that of a single circle: documents looked at count it with them.
std::uint64_t steps_of_more_circles(const RankProblem& problem) noexcept {
    if (!problem.has_circles()) {
        return 0;
    }
    return problem.places->circle_steps() - CircleSet::steps_of_circle;
}

std::uint64_t wholes_inside(const RankProblem& problem) noexcept {
    std::uint64_t sum = 0;
    for (const FlatList& whole : problem.wholes) {
        sum += inside(whole.lists, problem.places);
    }
    return sum;
}

/// The look at one list. With tests all its documents may be looked at, and once more to see whether there is a hit
/// before the cursor.
std::uint64_t single_work(const RankProblem& problem, const SingleList& single) noexcept {
    const bool tested = problem.has_tests();
    const std::uint64_t steps_of_row = (tested ? 5 : 2) + 2 * steps_of_more_circles(problem);
    const std::uint64_t all = single.inside * steps_of_row + single.ranges * seek_steps;
    if ((problem.page.count && tested) || !prefers_groups(single)) {
        return all + single.ranges * 2 * seek_steps;
    }
    const std::uint64_t seeks = single.list.lists->groups.groups() * single.ranges * seek_steps;
    const std::uint64_t counting = single.ranges * 2 * seek_steps;
    return counting + seeks + (tested ? all : single.limit + 3 * format::block_postings);
}

/// Groups that are read, their counts, and the documents of whole names; all of the pair's where a test may refuse them
/// or they are read with whole names in mind.
std::uint64_t pair_work(const RankProblem& problem, std::uint64_t ranges, std::uint64_t leading) noexcept {
    const std::uint64_t wholes = wholes_inside(problem);
    const std::uint64_t seeks = std::uint64_t{problem.pair.groups.groups()} * ranges * 3 * seek_steps;
    const bool to_the_end =
        problem.has_tests() || (wholes != 0 && (problem.page.has_cursor || !are_few_wholes(wholes, leading)));
    const std::uint64_t rows = to_the_end ? problem.pair.count : problem.page.limit * 3 + 2 * format::block_postings;
    const std::uint64_t steps_of_row = 2 + problem.wholes.size() * seek_steps / 2 + steps_of_more_circles(problem);
    return seeks + (rows + std::min(wholes, 2 * most_wholes)) * steps_of_row;
}

}  // namespace

std::uint64_t estimate_work(const store::Generation& generation, const RankProblem& problem) noexcept {
    const std::uint64_t ranges = problem.places == nullptr ? 1 : problem.places->all().size();
    const std::uint64_t extras = extra_lists(problem);
    const bool has_words = !problem.required.empty() || !problem.alternatives.empty();
    ProblemSize size(problem);
    format::TermLists everything;
    if (size.lists() == 0) {
        everything = all_documents(generation);
        size.add_everything(everything);
    }
    if (size.is_single_list() && extras == 0) {
        return single_work(problem, {size.last_list(), has_words ? 0U : 1U, size.fewest(), ranges, problem.page.limit,
                                     problem.has_tests()});
    }
    const std::uint64_t range_documents =
        problem.places == nullptr ? generation.documents() : place::documents_in(problem.places->all());
    if (!(problem.page.count && problem.has_tests()) &&
        prefers_pair(problem, {size.fewest(), range_documents, ranges, generation.documents()})) {
        return pair_work(problem, ranges, size.fewest());
    }
    // A window of a clause of several lists costs a look at each of them.
    const std::uint64_t windows = ranges + (size.most_lists() > 1 ? generation.documents() / window_documents : 0);
    const std::uint64_t seeks = std::min(windows, size.fewest() + 1) * (size.lists() + extras) * seek_steps;
    const std::uint64_t looked_at = size.fewest() + wholes_inside(problem);
    const std::uint64_t counting = problem.page.count ? size.fewest() + size.lists() * generation.documents() / 256 : 0;
    return counting + seeks + looked_at * 2 * (size.lists() + extras + 1 + steps_of_more_circles(problem));
}

}  // namespace bizrec::search
