#include "bizrec/rank/pair.hpp"

#include <algorithm>

#include "bizrec/rank/time.hpp"

namespace bizrec::search {

namespace {

class PairRanking {
public:
    PairRanking(const RankTask& task, PostingWalk& walk, RankJudge& judge, RankResult& result)
        : task_(task),
          problem_(*task.problem),
          groups_(problem_.pair.groups),
          factor_(problem_.required[0].factor),
          walk_(walk),
          judge_(judge),
          result_(result) {}

    void count(HiddenHits& hidden) {
        result_.total = task_.range_documents == task_.generation->documents() ? problem_.pair.count : count_inside();
        result_.total -= std::min(result_.total, hidden.count(task_, result_.visited));
        result_.any_hit = result_.total != 0;
    }

    void run() {
        if (problem_.page.has_cursor && !result_.any_hit && !find_hit()) {
            return;
        }
        for (std::uint32_t group = 0; group < groups_.groups(); ++group) {
            const std::uint32_t from = first_after_cursor(group);
            if (from == format::no_docid) {
                continue;
            }
            if (judge_.is_done_with(evidence(group), groups_.quality(group), from)) {
                return;
            }
            run_group(group, from);
        }
    }

private:
    std::uint64_t count_inside() const {
        std::uint64_t sum = 0;
        for (std::uint32_t group = 0; group < groups_.groups(); ++group) {
            const format::DocidBlocks docids = groups_.docids(group);
            for (const place::Range range : *task_.ranges) {
                if (judge_.is_spent()) {
                    return sum;
                }
                const std::uint32_t before = docids.count_below(range.begin, result_.visited);
                sum += std::max(docids.count_below(range.end, result_.visited), before) - before;
            }
        }
        return sum;
    }

    /// Whether there is any hit at all. Hits before the cursor count too.
    bool find_hit() {
        for (std::uint32_t group = 0; group < groups_.groups(); ++group) {
            const format::DocidBlocks docids = groups_.docids(group);
            walk_.open(docids, *task_.ranges, 0);
            while (!judge_.is_spent() && walk_.next(result_.visited)) {
                const std::uint32_t size = walk_.load(result_.visited) ? walk_.size() : 0;
                for (std::uint32_t i = 0; i < size; ++i) {
                    if (judge_.passes(walk_.docids()[i])) {
                        result_.any_hit = true;
                        return true;
                    }
                }
            }
        }
        return false;
    }

    std::uint32_t evidence(std::uint32_t group) const noexcept { return task_.base + factor_ * groups_.impact(group); }

    /// The lowest score of a document of the group. An exact name may give it more.
    std::uint32_t score(std::uint32_t group) const noexcept {
        return format::search_score(evidence(group), groups_.quality(group));
    }

    /// The first docid of a group that may come after the cursor; format::no_docid if there is none.
    std::uint32_t first_after_cursor(std::uint32_t group) const noexcept {
        if (!problem_.page.has_cursor || score(group) < problem_.page.cursor_score) {
            return 0;
        }
        const bool same_score =
            score(group) == problem_.page.cursor_score && problem_.page.cursor_docid != format::no_docid;
        return same_score ? problem_.page.cursor_docid + 1 : format::no_docid;
    }

    void run_group(std::uint32_t group, std::uint32_t from) {
        const format::DocidBlocks docids = groups_.docids(group);
        judge_.restart();
        walk_.open(docids, *task_.ranges, from);
        while (walk_.next(result_.visited) &&
               !judge_.is_done_with(evidence(group), groups_.quality(group), walk_.min_docid())) {
            if (walk_.load(result_.visited)) {
                run_block(evidence(group), groups_.quality(group));
            }
        }
    }

    void run_block(std::uint32_t evidence, std::uint8_t quality) {
        for (std::uint32_t i = 0; i < walk_.size(); ++i) {
            const std::uint32_t docid = walk_.docids()[i];
            if (judge_.is_done_with(evidence, quality, docid)) {
                return;
            }
            if (judge_.enter(docid)) {
                judge_.offer(docid, evidence);
            }
        }
    }

    const RankTask& task_;
    const RankProblem& problem_;
    const format::ScoreGroups& groups_;
    std::uint32_t factor_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankResult& result_;
};

}  // namespace

/// Refuses to count hits that must be tested one by one: run() counts them by the sizes of groups.
bool PairExecutor::can_run(const RankTask& task) const noexcept {
    const RankProblem& problem = *task.problem;
    return problem.pair.count != 0 && problem.required.size() == 2 && problem.any_of.empty() &&
           problem.boosts.empty() && !(problem.page.count && task.has_tests());
}

std::uint64_t PairExecutor::time(const RankTask& task) const noexcept {
    const format::PairList& pair = task.problem->pair;
    const std::uint64_t documents = std::max<std::uint64_t>(task.generation->documents(), 1);
    const std::uint64_t inside = pair.count * task.range_documents / documents;
    return groups_time(pair.groups.groups(), inside, task.problem->page.limit, task.ranges->size());
}

void PairExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    PairRanking ranking(task, walk_, judge, result);
    if (task.problem->page.count) {
        ranking.count(hidden_);
    }
    ranking.run();
    judge.finish();
}

}  // namespace bizrec::search
