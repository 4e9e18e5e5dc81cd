#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

class GroupRanking {
public:
    GroupRanking(RankScratch& scratch, RankResult& result)
        : task_(scratch.task),
          list_(scratch.task.clauses[0].lists[0]),
          groups_(list_.lists->groups),
          walk_(scratch.walk),
          judge_(scratch.judge),
          result_(result) {}

    void run() {
        result_.rows.clear();
        const RankProblem& problem = *task_.problem;
        std::uint32_t group = 0;
        if (problem.page.has_cursor) {
            group = first_behind(problem.page.cursor_score);
        }
        for (; group < groups_.groups() && result_.rows.size() < problem.page.limit; ++group) {
            run_group(group);
        }
    }

private:
    std::uint32_t score(std::uint32_t group) const noexcept {
        const std::uint32_t key = groups_.key(group);
        const auto impact = static_cast<std::uint8_t>(key >> format::quality_level_bits);
        const std::uint32_t level = key & ((1U << format::quality_level_bits) - 1);
        return format::search_score(task_.base + list_.evidence(impact),
                                    static_cast<std::uint8_t>(level << (8 - format::quality_level_bits)));
    }

    /// The first group whose score is not above the cursor's.
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
        while (result_.rows.size() < problem.page.limit && walk_.next(result_.visited)) {
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

void rank_groups(RankScratch& scratch, RankResult& result) {
    GroupRanking(scratch, result).run();
}

}  // namespace bizrec::search
