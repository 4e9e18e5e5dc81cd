#include "bizrec/rank/rare_extras.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

class RareExtraRanking {
public:
    RareExtraRanking(const RankTask& task, std::vector<ListCursor>& cursors, PostingWalk& walk, RankJudge& judge,
                     RankResult& result)
        : task_(task), cursors_(cursors), walk_(walk), judge_(judge), result_(result) {}

    void run() {
        for (const RankExtra& extra : task_.extras) {
            if (!task_.is_rare(extra)) {
                continue;
            }
            open_cursors();
            judge_.restart();
            walk_.open(extra.rarest(), *task_.ranges);
            while (!judge_.is_spent() && walk_.next(result_.visited)) {
                const std::uint32_t size = walk_.load(result_.visited) ? walk_.size() : 0;
                for (std::uint32_t i = 0; i < size && !judge_.is_spent(); ++i) {
                    judge(extra, walk_.docids()[i]);
                }
            }
        }
        judge_.leave_rare_extras();
    }

private:
    void open_cursors() {
        std::size_t lists = 0;
        for (const RankClause& clause : task_) {
            lists += clause.lists.size();
        }
        if (cursors_.size() < lists) {
            cursors_.resize(lists);
        }
        std::size_t next = 0;
        for (const RankClause& clause : task_) {
            for (const RankList& list : clause.lists) {
                cursors_[next++].open(*list.lists);
            }
        }
    }

    void judge(const RankExtra& extra, std::uint32_t docid) {
        std::uint32_t evidence = 0;
        if (judge_.first_rare_extra(docid) == &extra && hold_words(docid, evidence) && judge_.enter(docid)) {
            judge_.offer_all(docid, evidence + judge_.extra_evidence(docid));
        }
    }

    bool hold_words(std::uint32_t docid, std::uint32_t& evidence) {
        evidence = task_.base;
        std::size_t next = 0;
        for (const RankClause& clause : task_) {
            bool holds = false;
            for (const RankList& list : clause.lists) {
                ListCursor& cursor = cursors_[next++];
                if (cursor.contains(docid, result_.visited)) {
                    holds = true;
                    evidence += list.evidence(cursor.impact(docid));
                }
            }
            if (!holds) {
                return false;
            }
        }
        return true;
    }

    const RankTask& task_;
    std::vector<ListCursor>& cursors_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankResult& result_;
};

}  // namespace

bool RareExtrasExecutor::can_run(const RankTask& task) const noexcept {
    return std::any_of(task.extras.begin(), task.extras.end(),
                       [&task](const RankExtra& extra) { return task.is_rare(extra); });
}

void RareExtrasExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    RareExtraRanking(task, cursors_, walk_, judge, result).run();
}

}  // namespace bizrec::search
