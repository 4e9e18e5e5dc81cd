#include "bizrec/rank/windows.hpp"

#include <algorithm>

#include "bizrec/rank/lists.hpp"
#include "bizrec/rank/time.hpp"

/// Ranks a clause of many lists, one window of docids at a time. Lists are passive in the window if all of them
/// together give too little evidence for a document to beat the worst kept row (MaxScore: Turtle and Flood, "Query
/// evaluation: strategies and optimizations", 1995, with the greatest impacts of the window's own blocks). The other
/// lists are added up. The passive lists are then used only for documents that can still get in.
namespace bizrec::search {

namespace {

template <class Sum>
class WindowRanking {
public:
    WindowRanking(const RankTask& task, UnionLists& lists, RankWindow<Sum>& window, RankFollowers& followers,
                  RankJudge& judge, std::uint64_t& visited)
        : task_(task),
          lists_(lists),
          window_(window),
          judge_(judge),
          followers_(followers),
          visited_(visited),
          rest_(task.base + followers.greatest()) {}

    void run() {
        range_ = task_.ranges->data();
        const place::Range* const ranges_end = range_ + task_.ranges->size();
        std::uint32_t docid = 0;
        while (!lists_.empty() && !judge_.is_spent()) {
            range_ = std::upper_bound(range_, ranges_end, docid,
                                      [](std::uint32_t d, const place::Range& range) { return d < range.end; });
            if (range_ == ranges_end) {
                break;
            }
            const std::uint32_t begin = std::max(docid, range_->begin);
            const place::Range window{begin, window_end(begin, ranges_end)};
            run_window(window);
            docid = std::max(window.end, lists_.min_docid());
        }
    }

private:
    using Member = UnionLists::Member;

    /// The docid at which reading the window may stop: the end of the last range that begins in the window, or the end
    /// of the window if that comes first.
    std::uint32_t window_end(std::uint32_t begin, const place::Range* ranges_end) const noexcept {
        const std::uint32_t most =
            begin + std::min(RankWindow<Sum>::max_documents, task_.generation->documents() - begin);
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
               judge_.is_done_with(rest_ + passive_greatest + lists_[passive].max_here, range.begin)) {
            passive_greatest += lists_[passive++].max_here;
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
        window_.collect(std::max(min_sum(passive_greatest, range.begin), 1U));
        while (passive-- != 0 && window_.candidates() != 0) {
            const Member& member = lists_[passive];
            if (member.postings_here != 0) {
                window_.complete(member, lists_.cursor(member), min_sum(passive_greatest, range.begin), visited_);
            }
            passive_greatest -= member.max_here;
        }
    }

    void judge_candidates(std::uint32_t begin) {
        for (std::uint32_t i = 0; i < window_.candidates(); ++i) {
            const std::uint32_t at = window_.candidate(i);
            const std::uint32_t evidence = task_.base + window_.evidence(at);
            const std::uint32_t docid = begin + at;
            if (!judge_.is_done_with(evidence + followers_.greatest(), docid) && is_inside(docid)) {
                followers_.judge(docid, evidence, judge_);
            }
        }
    }

    /// The sum that a document from `docid` on must have in the window to be one of the best rows. `greatest`: the most
    /// that the lists which are not yet added can give it.
    std::uint32_t min_sum(std::uint32_t greatest, std::uint32_t docid) const noexcept {
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.min_evidence(docid);
        return least > rest_ + greatest ? least - rest_ - greatest : 0;
    }

    /// Whether `docid` lies in a range of the task. Call it with the ascending docids of one window. The window must
    /// begin inside *range_ and end no later than the last range, because the loop does not check for the end.
    bool is_inside(std::uint32_t docid) noexcept {
        while (docid >= range_->end) {
            ++range_;
        }
        return docid >= range_->begin;
    }

    const RankTask& task_;
    UnionLists& lists_;
    RankWindow<Sum>& window_;
    RankJudge& judge_;
    RankFollowers& followers_;
    std::uint64_t& visited_;
    std::uint32_t rest_;  // the base, and the most that all clauses except the first can give
    const place::Range* range_ = nullptr;
};

}  // namespace

bool WindowsExecutor::can_run(const RankTask& task) const noexcept {
    return !task.is_led_by_one_list();
}

/// Returns the time that ListsExecutor would take for its maximum number of lists, also for a task with fewer or more
/// lists.
std::uint64_t WindowsExecutor::time(const RankTask& task) const noexcept {
    const std::uint64_t inside = task.clauses[0].inside.about;
    return blocks_time(inside) + questions_time(inside * ListsExecutor::max_lists);
}

void WindowsExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    followers_.reset(task, result.visited);
    lists_.open(task.clauses[0]);
    if (task.clauses[0].greatest() <= UINT16_MAX) {
        WindowRanking<std::uint16_t>(task, lists_, small_window_, followers_, judge, result.visited).run();
    } else {
        WindowRanking<std::uint32_t>(task, lists_, window_, followers_, judge, result.visited).run();
    }
    judge.finish();
}

}  // namespace bizrec::search
