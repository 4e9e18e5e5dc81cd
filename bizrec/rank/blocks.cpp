#include "bizrec/rank/blocks.hpp"

#include <algorithm>

#include "bizrec/rank/time.hpp"

namespace bizrec::search {

namespace {

class BlockRanking {
public:
    BlockRanking(const RankTask& task, PostingWalk& walk, Candidates& candidates, RankJudge& judge,
                 std::uint64_t& visited)
        : list_(task.clauses[0].lists[0]),
          base_(task.base),
          walk_(walk),
          candidates_(candidates),
          judge_(judge),
          visited_(visited) {
        walk_.open(*list_.lists, *task.ranges);
    }

    void run() {
        const std::uint32_t greatest = base_ + list_.greatest();
        while (walk_.next(visited_) && !judge_.is_done_with(greatest, walk_.min_docid())) {
            const std::uint32_t max_here = base_ + list_.evidence(walk_.max_impact());
            if (!judge_.is_done_with(max_here, walk_.min_docid()) && walk_.load(visited_)) {
                run_block();
            }
        }
    }

private:
    void run_block() {
        const std::uint8_t* impacts = walk_.impacts();
        candidates_.assign(walk_.docids(), walk_.size());
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.min_evidence(walk_.min_docid());
        if (least > base_ + list_.flat) {
            candidates_.keep_reaching(list_, impacts, least - base_);
        }
        for (std::uint32_t i = 0; i < candidates_.count; ++i) {
            judge_.prefetch(candidates_.docid(i));
        }
        for (std::uint32_t i = 0; i < candidates_.count; ++i) {
            judge(candidates_.docid(i), base_ + list_.evidence(impacts[candidates_.places[i]]));
        }
    }

    void judge(std::uint32_t docid, std::uint32_t evidence) {
        if (!judge_.is_done_with(evidence, docid) && judge_.enter(docid) && judge_.may_admit(evidence, docid)) {
            judge_.offer(docid, evidence);
        }
    }

    const RankList list_;
    const std::uint32_t base_;
    PostingWalk& walk_;
    Candidates& candidates_;
    RankJudge& judge_;
    std::uint64_t& visited_;
};

}  // namespace

bool BlocksExecutor::can_run(const RankTask& task) const noexcept {
    return task.clause_count == 1 && task.is_led_by_one_list();
}

/// If documents must be tested, assumes that all of them are tested until a page is full, and then three quarters,
/// because the others are not good enough to need the test.
std::uint64_t BlocksExecutor::time(const RankTask& task) const noexcept {
    const std::uint64_t inside = task.clauses[0].inside.about;
    if (!task.has_tests()) {
        return blocks_time(inside);
    }
    const std::uint64_t first = std::min(inside, tested_for(task.problem->page.limit));
    const std::uint64_t tests = first + (inside - first) * 3 / 4;
    return blocks_time(inside) + task.ranges->size() * block_time + tests * test_time;
}

void BlocksExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    BlockRanking(task, walk_, candidates_, judge, result.visited).run();
    judge.finish();
}

}  // namespace bizrec::search
