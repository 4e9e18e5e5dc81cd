#include <array>

#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

using Candidates = std::array<std::uint8_t, format::block_postings>;

class BlockRanking {
public:
    BlockRanking(RankScratch& scratch, RankResult& result)
        : leader_(scratch.task.clauses[0].lists[0]),
          walk_(scratch.walk),
          judge_(scratch.judge),
          followers_(scratch.followers),
          visited_(result.visited),
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
        Candidates candidates;
        std::uint32_t count = promising(candidates);
        count = followers_.filter(walk_.docids(), candidates.data(), count);
        if (count == 0) {
            return;
        }
        const std::uint32_t* docids = walk_.docids();
        const std::uint8_t* impacts = walk_.impacts();
        for (std::uint32_t i = 0; i < count; ++i) {
            followers_.judge_kept(docids[candidates[i]],
                                  rest_ - followers_.greatest() + leader_.evidence(impacts[candidates[i]]), judge_);
        }
    }

    /// The postings whose impact is enough for them to get in; all where hits are counted.
    std::uint32_t promising(Candidates& candidates) {
        const std::uint32_t size = walk_.size();
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.least_evidence(walk_.least_docid());
        if (least <= rest_ + leader_.flat) {
            for (std::uint32_t i = 0; i < size; ++i) {
                candidates[i] = static_cast<std::uint8_t>(i);
            }
            return size;
        }
        const std::uint8_t* impacts = walk_.impacts();
        const std::uint32_t wanted = least - rest_;
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
            candidates[count] = static_cast<std::uint8_t>(i);
            count += leader_.evidence(impacts[i]) >= wanted ? 1 : 0;
        }
        return count;
    }

    const RankList& leader_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankFollowers& followers_;
    std::uint64_t& visited_;
    std::uint32_t rest_;  // what all but the leader can give
};

}  // namespace

void rank_blocks(RankScratch& scratch, RankResult& result) {
    scratch.followers.reset(scratch.task, result.visited);
    BlockRanking(scratch, result).run();
}

}  // namespace bizrec::search
