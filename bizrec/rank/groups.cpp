#include "bizrec/rank/groups.hpp"

#include <algorithm>

#include "bizrec/rank/time.hpp"

namespace bizrec::search {

namespace {

class GroupRanking {
public:
    GroupRanking(const RankTask& task, PostingWalk& walk, RankJudge& judge, RankResult& result)
        : task_(task),
          list_(task.clauses[0].lists[0]),
          groups_(list_.lists->groups),
          walk_(walk),
          judge_(judge),
          result_(result) {}

    void run() {
        const RankProblem& problem = *task_.problem;
        std::uint32_t group = 0;
        if (problem.page.has_cursor) {
            group = first_behind(problem.page.cursor_score);
        }
        for (; group < groups_.groups() && result_.rows.size() < problem.page.limit && !judge_.is_spent(); ++group) {
            run_group(group);
        }
        result_.any_hit = result_.any_hit || !result_.rows.empty() || find_hit();
    }

private:
    /// Whether there is any hit at all. Hits before the cursor count too.
    bool find_hit() {
        walk_.open(*list_.lists, *task_.ranges);
        while (!judge_.is_spent() && walk_.next(result_.visited)) {
            if (!walk_.load(result_.visited)) {
                continue;
            }
            for (std::uint32_t i = 0; i < walk_.size(); ++i) {
                if (judge_.passes(walk_.docids()[i])) {
                    return true;
                }
            }
        }
        return false;
    }

    std::uint32_t score(std::uint32_t group) const noexcept {
        const auto impact = static_cast<std::uint8_t>(groups_.impact(group));
        return format::search_score(task_.base + list_.evidence(impact), groups_.quality(group));
    }

    /// The first group whose score is not above the score in the cursor.
    std::uint32_t first_behind(std::uint32_t cursor_score) const noexcept {
        std::uint32_t low = 0;
        for (std::uint32_t size = groups_.groups(); size != 0;) {
            const std::uint32_t half = size / 2;
            if (score(low + half) > cursor_score) {
                low += half + 1;
                size -= half + 1;
            } else {
                size = half;
            }
        }
        return low;
    }

    void run_group(std::uint32_t group) {
        const format::DocidBlocks docids = groups_.docids(group);
        const std::uint32_t group_score = score(group);
        const RankProblem& problem = *task_.problem;
        std::uint32_t from = 0;
        if (problem.page.has_cursor && group_score == problem.page.cursor_score) {
            if (problem.page.cursor_docid >= task_.generation->documents()) {
                return;
            }
            from = problem.page.cursor_docid + 1;
        }
        walk_.open(docids, *task_.ranges, from);
        while (result_.rows.size() < problem.page.limit && !judge_.is_spent() && walk_.next(result_.visited)) {
            if (walk_.load(result_.visited)) {
                add(group_score);
            }
        }
    }

    void add(std::uint32_t group_score) {
        const std::uint32_t* docids = walk_.docids();
        for (std::uint32_t i = 0; i < walk_.size() && result_.rows.size() < task_.problem->page.limit; ++i) {
            if (judge_.passes(docids[i])) {
                result_.rows.push_back({docids[i], group_score});
            }
        }
    }

    const RankTask& task_;
    const RankList& list_;
    const format::ScoreGroups& groups_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankResult& result_;
};

}  // namespace

/// True only if the order of the groups is the order of the scores: impacts count (RankList::factor) or are all the
/// same, and no evidence is capped. If hits are counted, they must also need no test, because a group only knows how
/// many documents it has.
bool GroupsExecutor::can_run(const RankTask& task) const noexcept {
    if (task.clause_count != 1 || !task.is_led_by_one_list() || task.has_extras() ||
        (task.problem->page.count && task.has_tests())) {
        return false;
    }
    const RankList& list = task.clauses[0].lists[0];
    return list.lists->has_groups && (list.factor != 0 || list.lists->max_impact == 1) &&
           task.base + list.greatest() <= format::max_evidence;
}

std::uint64_t GroupsExecutor::time(const RankTask& task) const noexcept {
    const std::uint64_t groups = task.clauses[0].lists[0].lists->groups.groups();
    const std::uint64_t inside = task.clauses[0].inside.about;
    const std::uint64_t limit = task.problem->page.limit;
    if (!task.has_tests()) {
        return groups_time(groups, inside, limit, task.ranges->size());
    }
    return groups_time(groups, inside, tested_for(limit), task.ranges->size()) +
           std::min(inside, tested_for(limit)) * test_time;
}

void GroupsExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    GroupRanking(task, walk_, judge, result).run();
}

}  // namespace bizrec::search
