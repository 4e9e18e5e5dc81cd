#include "bizrec/rank/leader.hpp"

#include "bizrec/rank/time.hpp"

namespace bizrec::search {

namespace {

class LeaderRanking {
public:
    LeaderRanking(const RankTask& task, PostingWalk& walk, RankFollowers& followers, Candidates& candidates,
                  RankJudge& judge, std::uint64_t& visited)
        : leader_(task.clauses[0].lists[0]),
          walk_(walk),
          judge_(judge),
          followers_(followers),
          candidates_(candidates),
          visited_(visited),
          base_(task.base),
          rest_(task.base + followers.greatest()) {
        walk_.open(*leader_.lists, *task.ranges);
    }

    void run() {
        const std::uint32_t greatest = rest_ + leader_.greatest();
        while (walk_.next(visited_) && !judge_.is_done_with(greatest, walk_.min_docid())) {
            const std::uint32_t max_here = rest_ + leader_.evidence(walk_.max_impact());
            if (!judge_.is_done_with(max_here, walk_.min_docid()) && walk_.load(visited_)) {
                run_block();
            }
        }
    }

private:
    void run_block() {
        candidates_.assign(walk_.docids(), walk_.size());
        keep_promising();
        followers_.filter(candidates_);
        if (candidates_.count == 0) {
            return;
        }
        const std::uint8_t* impacts = walk_.impacts();
        for (std::uint32_t i = 0; i < candidates_.count; ++i) {
            const std::uint8_t place = candidates_.places[i];
            candidates_.evidence[place] = base_ + leader_.evidence(impacts[place]);
        }
        followers_.judge_kept(candidates_, judge_);
    }

    /// Keeps the postings whose impact is high enough to get in. Keeps all of them if hits are counted.
    void keep_promising() {
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.min_evidence(walk_.min_docid());
        if (least > rest_ + leader_.flat) {
            candidates_.keep_reaching(leader_, walk_.impacts(), least - rest_);
        }
    }

    const RankList& leader_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankFollowers& followers_;
    Candidates& candidates_;
    std::uint64_t& visited_;
    std::uint32_t base_;
    std::uint32_t rest_;  // the base, and the most that all lists except the leader can give
};

}  // namespace

bool LeaderExecutor::can_run(const RankTask& task) const noexcept {
    return task.clause_count > 1 && task.is_led_by_one_list();
}

std::uint64_t LeaderExecutor::time(const RankTask& task) const noexcept {
    const std::uint64_t inside = task.clauses[0].inside.about;
    return blocks_time(inside) + questions_time(inside);
}

void LeaderExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    followers_.reset(task, result.visited);
    LeaderRanking(task, walk_, followers_, candidates_, judge, result.visited).run();
    judge.finish();
}

}  // namespace bizrec::search
