#include <algorithm>

#include "bizrec/search/rank_scratch.hpp"

/// Ranking of a clause of several lists, with other clauses or without.
///
/// The documents of its rarest lists come first, each scored whole: most of the best rows are among them, so that the
/// worst of the rows kept is soon good. Then windows of docids: the lists that together cannot lift a document above
/// that row are passive in this window (MaxScore: Turtle and Flood, "Query evaluation: strategies and optimizations",
/// 1995, with the greatest impacts of the window's own blocks), the others are added up, and the passive ones complete
/// only what can still get in.
namespace bizrec::search {

namespace {

template <class Sum>
class UnionRanking {
public:
    UnionRanking(RankScratch& scratch, RankWindow<Sum>& window, RankResult& result)
        : task_(scratch.task),
          lists_(scratch.union_lists),
          window_(window),
          seeds_(scratch.seeds),
          walk_(scratch.walk),
          judge_(scratch.judge),
          followers_(scratch.followers),
          visited_(result.visited) {
        followers_.reset(task_, visited_);
        lists_.open(task_.clauses[0]);
        rest_ = task_.base + followers_.greatest();
    }

    void run() {
        run_seeds();
        run_windows();
    }

private:
    using Member = UnionLists::Member;

    /// Scores the documents of the rarest lists and drops those lists.
    void run_seeds() {
        seeds_.clear();
        const std::uint32_t most_postings = rare_postings();
        for (std::size_t i = 0; i < lists_.size(); ++i) {
            if (lists_[i].list.lists->count <= most_postings) {
                collect_seeds(lists_[i]);
            }
        }
        if (most_postings == 0) {
            return;
        }
        std::sort(seeds_.begin(), seeds_.end());
        seeds_.erase(std::unique(seeds_.begin(), seeds_.end()), seeds_.end());
        for (const std::uint32_t docid : seeds_) {
            judge_seed(docid);
        }
        lists_.drop([most_postings](const Member& member) { return member.list.lists->count <= most_postings; });
        lists_.rewind();
        judge_.restart();
        followers_.reset(task_, visited_);
    }

    /// How many postings a list has at most whose documents are scored one by one; 0 where none is.
    std::uint32_t rare_postings() const noexcept {
        const RankClause& clause = task_.clauses[0];
        const std::uint64_t budget = std::min<std::uint64_t>(clause.inside / (4 * clause.lists.size()),
                                                             256 + std::uint64_t{16} * task_.problem->limit);
        std::uint32_t most = 0;
        std::uint64_t sum = 0;
        for (;;) {
            std::uint32_t next = format::no_docid;
            std::uint64_t postings = 0;
            for (const RankList& list : clause.lists) {
                if (list.lists->count > most && list.lists->count <= next) {
                    postings = list.lists->count < next ? 0 : postings;
                    next = list.lists->count;
                    postings += postings_inside(*list.lists, *task_.ranges);
                }
            }
            sum += postings;
            if (next == format::no_docid || sum > budget) {
                return most;
            }
            most = next;
        }
    }

    void collect_seeds(const Member& member) {
        walk_.open(*member.list.lists, *task_.ranges);
        while (walk_.next(visited_)) {
            if (walk_.load(visited_)) {
                seeds_.insert(seeds_.end(), walk_.docids(), walk_.docids() + walk_.size());
            }
        }
    }

    void judge_seed(std::uint32_t docid) {
        std::uint32_t evidence = task_.base;
        std::uint32_t greatest = task_.clauses[0].greatest() + followers_.greatest();
        for (std::size_t i = lists_.size(); i-- != 0;) {
            if (judge_.is_done_with(evidence + greatest, docid)) {
                return;
            }
            const Member& member = lists_[i];
            greatest -= member.list.greatest();
            if (lists_.cursor(member).contains(docid, visited_)) {
                evidence += member.list.evidence(lists_.cursor(member).impact(docid));
            }
        }
        if (!judge_.is_done_with(evidence + followers_.greatest(), docid)) {
            judge(docid, evidence);
        }
    }

    void run_windows() {
        range_ = task_.ranges->data();
        const place::Range* const ranges_end = range_ + task_.ranges->size();
        std::uint32_t docid = 0;
        while (!lists_.empty()) {
            range_ = std::upper_bound(range_, ranges_end, docid,
                                      [](std::uint32_t d, const place::Range& range) { return d < range.end; });
            if (range_ == ranges_end) {
                break;
            }
            const std::uint32_t begin = std::max(docid, range_->begin);
            const place::Range window{begin, window_end(begin, ranges_end)};
            run_window(window);
            docid = std::max(window.end, lists_.least_docid());
        }
    }

    /// The end of the last range that begins in the window, or of the window.
    std::uint32_t window_end(std::uint32_t begin, const place::Range* ranges_end) const noexcept {
        const std::uint32_t most =
            begin + std::min(RankWindow<Sum>::most_documents, task_.generation->documents() - begin);
        const place::Range* last = range_;
        while (last + 1 != ranges_end && last[1].begin < most) {
            ++last;
        }
        return std::min(most, last->end);
    }

    void run_window(place::Range range) {
        lists_.enter(range, visited_);
        std::size_t passive = 0;
        std::uint32_t passive_greatest = 0;
        while (passive < lists_.size() &&
               judge_.is_done_with(rest_ + passive_greatest + lists_[passive].greatest_here, range.begin)) {
            passive_greatest += lists_[passive++].greatest_here;
        }
        const bool has_active = std::any_of(lists_.begin() + static_cast<std::ptrdiff_t>(passive), lists_.end(),
                                            [](const Member& member) { return member.postings_here != 0; });
        if (has_active) {
            add_up(range, passive, passive_greatest);
            judge_candidates(range.begin);
            window_.close();
        }
    }

    void add_up(place::Range range, std::size_t passive, std::uint32_t passive_greatest) {
        window_.open(range);
        for (std::size_t i = passive; i < lists_.size(); ++i) {
            if (lists_[i].postings_here != 0) {
                window_.add(lists_[i], lists_.cursor(lists_[i]), visited_);
            }
        }
        window_.collect(std::max(least_sum(passive_greatest, range.begin), 1U));
        while (passive-- != 0 && window_.candidates() != 0) {
            const Member& member = lists_[passive];
            if (member.postings_here != 0) {
                window_.complete(member, lists_.cursor(member), least_sum(passive_greatest, range.begin), visited_);
            }
            passive_greatest -= member.greatest_here;
        }
    }

    void judge_candidates(std::uint32_t begin) {
        for (std::uint32_t i = 0; i < window_.candidates(); ++i) {
            const std::uint32_t at = window_.candidate(i);
            const std::uint32_t evidence = task_.base + window_.evidence(at);
            const std::uint32_t docid = begin + at;
            if (!judge_.is_done_with(evidence + followers_.greatest(), docid) && is_inside(docid) &&
                !std::binary_search(seeds_.begin(), seeds_.end(), docid)) {
                judge(docid, evidence);
            }
        }
    }

    /// What a document from `docid` on must have of the lists added up so that it may get in when others can give
    /// `greatest` more.
    std::uint32_t least_sum(std::uint32_t greatest, std::uint32_t docid) const noexcept {
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.least_evidence(docid);
        return least > rest_ + greatest ? least - rest_ - greatest : 0;
    }

    /// Ascending docids of a window that begins inside range_.
    bool is_inside(std::uint32_t docid) noexcept {
        while (docid >= range_->end) {
            ++range_;
        }
        return docid >= range_->begin;
    }

    void judge(std::uint32_t docid, std::uint32_t evidence) {
        if (!followers_.stand_in_bitmaps(docid) || !followers_.hold(docid) || !judge_.enter(docid)) {
            return;
        }
        if (followers_.add_evidence(docid, judge_, evidence) && judge_.may_admit(evidence, docid)) {
            judge_.offer(docid, evidence);
        }
    }

    const RankTask& task_;
    UnionLists& lists_;
    RankWindow<Sum>& window_;
    std::vector<std::uint32_t>& seeds_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankFollowers& followers_;
    std::uint64_t& visited_;
    std::uint32_t rest_ = 0;  // what all but this clause can give
    const place::Range* range_ = nullptr;
};

}  // namespace

void rank_union(RankScratch& scratch, RankResult& result) {
    if (scratch.task.clauses[0].greatest() <= UINT16_MAX) {
        UnionRanking<std::uint16_t>(scratch, scratch.small_window, result).run();
    } else {
        UnionRanking<std::uint32_t>(scratch, scratch.window, result).run();
    }
}

}  // namespace bizrec::search
