#include <algorithm>

#include "bizrec/search/rank_plan.hpp"
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
          words_(scratch.pair_words),
          result_(result) {}

    void run() {
        wholes_apart_ =
            task_.has_extras() && wholes_inside() <= std::min<std::uint64_t>(few_pair_wholes, problem_.pair.count);
        if (wholes_apart_) {
            offer_wholes();
        }
        for (std::uint32_t group = 0; group < groups_.groups(); ++group) {
            const std::uint32_t from = first_behind(group);
            if (from == format::no_docid) {
                continue;
            }
            if (is_done_with(evidence(group), from)) {
                return;
            }
            run_group(group, from);
        }
    }

private:
    std::uint32_t evidence(std::uint32_t group) const noexcept {
        return task_.base + factor_ * (std::uint32_t{groups_.key(group)} >> format::quality_level_bits);
    }

    std::uint64_t wholes_inside() const noexcept {
        std::uint64_t sum = 0;
        for (const FlatList& whole : problem_.wholes) {
            sum += postings_inside(whole.lists, *task_.ranges);
        }
        return sum;
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
        if (!problem_.has_cursor || !result_.any_hit || score(group) < problem_.cursor_score) {
            return 0;
        }
        const bool same_score = score(group) == problem_.cursor_score && problem_.cursor_docid != format::no_docid;
        return same_score ? problem_.cursor_docid + 1 : format::no_docid;
    }

    bool is_done_with(std::uint32_t evidence, std::uint32_t docid) const noexcept {
        return wholes_apart_ ? judge_.is_done_with_all(evidence, docid) : judge_.is_done_with(evidence, docid);
    }

    void offer_wholes() {
        for (const FlatList& whole : problem_.wholes) {
            if (whole.lists.count == 0) {
                continue;
            }
            judge_.restart();
            for (std::size_t i = 0; i < words_.size(); ++i) {
                words_[i].open(problem_.required[i].lists);
            }
            walk_.open(whole.lists, *task_.ranges);
            while (walk_.next(result_.visited)) {
                const std::uint32_t size = walk_.load(result_.visited) ? walk_.size() : 0;
                for (std::uint32_t i = 0; i < size; ++i) {
                    offer_whole(whole, walk_.docids()[i]);
                }
            }
        }
        judge_.restart();
    }

    /// A document of several whole lists is offered for the first that gives it the most.
    void offer_whole(const FlatList& whole, std::uint32_t docid) {
        ++result_.visited;
        if (!words_[0].contains(docid, result_.visited) || !words_[1].contains(docid, result_.visited)) {
            return;
        }
        const std::uint32_t extra = judge_.extra_evidence(docid);
        if (extra != whole.evidence || is_repeated(whole, docid) || !judge_.enter(docid)) {
            return;
        }
        const std::uint32_t impacts = std::uint32_t{words_[0].impact(docid)} + words_[1].impact(docid);
        judge_.offer_all(docid, task_.base + factor_ * impacts + extra);
    }

    bool is_repeated(const FlatList& whole, std::uint32_t docid) {
        for (const FlatList& other : problem_.wholes) {
            if (&other == &whole) {
                break;
            }
            if (other.evidence != whole.evidence) {
                continue;
            }
            ListCursor cursor;
            cursor.open(other.lists);
            if (other.lists.count != 0 && cursor.contains(docid, result_.visited)) {
                return true;
            }
        }
        return false;
    }

    void run_group(std::uint32_t group, std::uint32_t from) {
        const format::DocidBlocks docids = groups_.docids(group);
        const std::uint32_t of_words = evidence(group);
        judge_.restart();
        walk_.open(docids, *task_.ranges, from);
        while (walk_.next(result_.visited) && !is_done_with(of_words, walk_.least_docid())) {
            if (walk_.load(result_.visited)) {
                run_block(of_words);
            }
        }
    }

    void run_block(std::uint32_t of_words) {
        for (std::uint32_t i = 0; i < walk_.size(); ++i) {
            const std::uint32_t docid = walk_.docids()[i];
            if (is_done_with(of_words, docid)) {
                return;
            }
            if (!wholes_apart_) {
                if (judge_.enter(docid)) {
                    judge_.offer(docid, of_words);
                }
            } else if (judge_.extra_evidence(docid) == 0 && judge_.enter(docid)) {
                judge_.offer_all(docid, of_words);
            }
        }
    }

    const RankTask& task_;
    const RankProblem& problem_;
    const format::ScoreGroups& groups_;
    std::uint32_t factor_;
    PostingWalk& walk_;
    RankJudge& judge_;
    std::array<ListCursor, 2>& words_;
    RankResult& result_;
    bool wholes_apart_ = false;
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
