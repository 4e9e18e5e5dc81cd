#include "bizrec/search/rank_plan.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

// What things cost, in nanoseconds; measured by bench/micro/rank.cpp.
constexpr std::uint64_t group_seek_cost = 90;  // to a range within a group, and its block decoded
constexpr std::uint64_t block_cost = 60;
constexpr std::uint64_t test_cost = 60;             // of a circle: its document's position comes from memory
constexpr std::uint64_t tests_of_row = 2;           // half of the documents near a circle lie in it
constexpr std::uint64_t posting_sixteenths = 16;    // of a block with impacts
constexpr std::uint64_t candidate_sixteenths = 24;  // one posting of a leader, looked up in a bitmap
constexpr std::uint64_t word_sixteenths = 12;       // 64 documents of one bitmap

/// Rows come out of groups in their order, so few are touched where hits are many.
std::uint64_t groups_cost(std::uint64_t groups, std::uint64_t inside, std::uint64_t limit,
                          std::uint64_t ranges) noexcept {
    const std::uint64_t wanted = std::min(groups, 1 + limit * groups / std::max<std::uint64_t>(inside, 1));
    return wanted * ranges * group_seek_cost;
}

std::uint64_t blocks_cost(std::uint64_t inside) noexcept {
    return (inside / format::block_postings + 1) * block_cost + inside * posting_sixteenths / 16;
}

/// Documents looked at so that a page is full, where each is tested.
std::uint64_t tested_for(const SingleList& single) noexcept {
    return std::uint64_t{single.limit} * tests_of_row;
}

std::uint64_t groups_cost(const SingleList& single) noexcept {
    const std::uint64_t groups = single.list.lists->groups.groups();
    if (!single.tested) {
        return groups_cost(groups, single.inside, single.limit, single.ranges);
    }
    return groups_cost(groups, single.inside, tested_for(single), single.ranges) +
           std::min(single.inside, tested_for(single)) * test_cost;
}

/// Once a page is full, some of the documents behind it are not good enough to be tested.
std::uint64_t blocks_cost(const SingleList& single) noexcept {
    if (!single.tested) {
        return blocks_cost(single.inside);
    }
    const std::uint64_t first = std::min(single.inside, tested_for(single));
    const std::uint64_t tests = first + (single.inside - first) * 3 / 4;
    return blocks_cost(single.inside) + single.ranges * block_cost + tests * test_cost;
}

bool all_bitmaps(const RankTask& task) noexcept {
    return std::all_of(task.begin(), task.end(), [](const RankClause& clause) {
        return clause.lists.size() == 1 && clause.lists[0].lists->has_bitmap;
    });
}

bool bitmaps_are_cheaper(const RankTask& task) noexcept {
    const std::uint64_t inside = task.clauses[0].inside;
    const std::uint64_t leader = inside / format::block_postings * block_cost + inside * candidate_sixteenths / 16;
    const std::uint64_t words = (task.range_documents / 64 + task.ranges->size()) * task.clause_count;
    return words * word_sixteenths / 16 < leader;
}

}  // namespace

const char* plan_name(RankPlan plan) noexcept {
    switch (plan) {
        case RankPlan::groups:
            return "groups";
        case RankPlan::pair:
            return "pair";
        case RankPlan::blocks:
            return "blocks";
        case RankPlan::leader:
            return "and";
        case RankPlan::bitmaps:
            return "bitmaps";
        case RankPlan::lists:
            return "or";
        case RankPlan::windows:
            return "windows";
        case RankPlan::nothing:
            break;
    }
    return "none";
}

/// The order of groups is the order of scores unless impacts do not count, or evidence is cut off at its greatest.
bool prefers_groups(const SingleList& single) noexcept {
    const RankList& list = single.list;
    return list.lists->has_groups && (list.factor != 0 || list.lists->max_impact == 1) &&
           single.base + list.greatest() <= format::greatest_evidence && groups_cost(single) < blocks_cost(single);
}

/// Boosts are beyond a pair's groups.
bool prefers_pair(const RankProblem& problem, const PairNumbers& numbers) noexcept {
    if (problem.pair.count == 0 || problem.required.size() != 2 || !problem.any_of.empty() || !problem.boosts.empty()) {
        return false;
    }
    const std::uint64_t inside =
        std::uint64_t{problem.pair.count} * numbers.range_documents / std::max<std::uint64_t>(numbers.documents, 1);
    const std::uint64_t leader = blocks_cost(numbers.fewest) + numbers.fewest * candidate_sixteenths / 16;
    return groups_cost(problem.pair.groups.groups(), inside, problem.page.limit, numbers.ranges) < leader;
}

RankPlan choose_plan(const RankTask& task, bool counting) noexcept {
    if (task.clause_count == 0 || task.ranges->empty()) {
        return RankPlan::nothing;
    }
    if (task.clauses[0].lists.size() > 1) {
        return task.clauses[0].lists.size() <= few_lists ? RankPlan::lists : RankPlan::windows;
    }
    if (task.clause_count == 1) {
        const SingleList single{task.clauses[0].lists[0], task.base,
                                task.clauses[0].inside,   task.ranges->size(),
                                task.problem->page.limit, task.problem->has_tests()};
        return !counting && !task.has_extras() && prefers_groups(single) ? RankPlan::groups : RankPlan::blocks;
    }
    if (!counting && prefers_pair(*task.problem, {task.clauses[0].inside, task.range_documents, task.ranges->size(),
                                                  task.generation->documents()})) {
        return RankPlan::pair;
    }
    return all_bitmaps(task) && bitmaps_are_cheaper(task) ? RankPlan::bitmaps : RankPlan::leader;
}

}  // namespace bizrec::search
