#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

class BlockRanking {
public:
    BlockRanking(RankScratch& scratch, RankResult& result)
        : leader_(scratch.task.clauses[0].lists[0]),
          walk_(scratch.walk),
          judge_(scratch.judge),
          followers_(scratch.followers),
          candidates_(scratch.candidates),
          visited_(result.visited),
          base_(scratch.task.base),
          rest_(scratch.task.base + scratch.followers.greatest()) {
        walk_.open(*leader_.lists, *scratch.task.ranges);
    }

    void run() {
        const std::uint32_t greatest = rest_ + leader_.greatest();
        while (walk_.next(visited_) && !judge_.is_done_with(greatest, walk_.least_docid())) {
            const std::uint32_t greatest_here = rest_ + leader_.evidence(walk_.max_impact());
            if (!judge_.is_done_with(greatest_here, walk_.least_docid()) && walk_.load(visited_)) {
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

    /// The postings whose impact is enough for them to get in; all where hits are counted.
    void keep_promising() {
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.least_evidence(walk_.least_docid());
        if (least > rest_ + leader_.flat) {
            const std::uint8_t* impacts = walk_.impacts();
            const std::uint32_t wanted = least - rest_;
            candidates_.keep_if([&](std::uint8_t place) { return leader_.evidence(impacts[place]) >= wanted; });
        }
    }

    const RankList& leader_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankFollowers& followers_;
    Candidates& candidates_;
    std::uint64_t& visited_;
    std::uint32_t base_;
    std::uint32_t rest_;  // what all but the leader can give
};

}  // namespace

void rank_blocks(RankScratch& scratch, RankResult& result) {
    scratch.followers.reset(scratch.task, result.visited);
    BlockRanking(scratch, result).run();
}

}  // namespace bizrec::search
