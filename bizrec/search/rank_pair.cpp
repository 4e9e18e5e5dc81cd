#include <algorithm>

#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

class PairRanking {
public:
    PairRanking(RankScratch& scratch, RankResult& result)
        : task_(scratch.task),
          problem_(*scratch.task.problem),
          groups_(problem_.pair.groups),
          factor_(problem_.required[0].factor),
          walk_(scratch.walk),
          judge_(scratch.judge),
          result_(result) {}

    void run() {
        for (std::uint32_t group = 0; group < groups_.groups(); ++group) {
            const std::uint32_t from = first_behind(group);
            if (from == format::no_docid) {
                continue;
            }
            if (judge_.is_done_with(evidence(group), from)) {
                return;
            }
            run_group(group, from);
        }
    }

private:
    std::uint32_t evidence(std::uint32_t group) const noexcept {
        return task_.base + factor_ * (std::uint32_t{groups_.key(group)} >> format::quality_level_bits);
    }

    /// The least that a document of the group gets.
    std::uint32_t score(std::uint32_t group) const noexcept {
        const auto level = static_cast<std::uint8_t>(groups_.key(group) & ((1U << format::quality_level_bits) - 1));
        return format::search_score(evidence(group),
                                    static_cast<std::uint8_t>(level << (8 - format::quality_level_bits)));
    }

    /// First docid of a group that may stand behind the cursor. Rows before it are wanted only to know that there are
    /// any.
    std::uint32_t first_behind(std::uint32_t group) const noexcept {
        if (!problem_.page.has_cursor || !result_.any_hit || score(group) < problem_.page.cursor_score) {
            return 0;
        }
        const bool same_score =
            score(group) == problem_.page.cursor_score && problem_.page.cursor_docid != format::no_docid;
        return same_score ? problem_.page.cursor_docid + 1 : format::no_docid;
    }

    void run_group(std::uint32_t group, std::uint32_t from) {
        const format::DocidBlocks docids = groups_.docids(group);
        const std::uint32_t of_words = evidence(group);
        judge_.restart();
        walk_.open(docids, *task_.ranges, from);
        while (walk_.next(result_.visited) && !judge_.is_done_with(of_words, walk_.least_docid())) {
            if (walk_.load(result_.visited)) {
                run_block(of_words);
            }
        }
    }

    void run_block(std::uint32_t of_words) {
        for (std::uint32_t i = 0; i < walk_.size(); ++i) {
            const std::uint32_t docid = walk_.docids()[i];
            if (judge_.is_done_with(of_words, docid)) {
                return;
            }
            if (judge_.enter(docid)) {
                judge_.offer(docid, of_words);
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

std::uint64_t count_pair(const RankTask& task, std::uint64_t& visited) {
    const format::PairList& pair = task.problem->pair;
    if (task.range_documents == task.generation->documents()) {
        return pair.count;
    }
    std::uint64_t sum = 0;
    for (std::uint32_t group = 0; group < pair.groups.groups(); ++group) {
        const format::DocidBlocks docids = pair.groups.docids(group);
        for (const place::Range range : *task.ranges) {
            const std::uint32_t before = docids.count_below(range.begin, visited);
            sum += std::max(docids.count_below(range.end, visited), before) - before;
        }
    }
    return sum;
}

void rank_pair(RankScratch& scratch, RankResult& result) {
    PairRanking(scratch, result).run();
}

}  // namespace bizrec::search
