#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

class WholeRanking {
public:
    WholeRanking(RankScratch& scratch, RankResult& result)
        : task_(scratch.task),
          cursors_(scratch.whole_cursors),
          walk_(scratch.walk),
          judge_(scratch.judge),
          result_(result) {}

    void run() {
        for (const FlatList& whole : task_.problem->wholes) {
            if (whole.lists.count == 0 || whole.evidence == 0) {
                continue;
            }
            open_cursors();
            judge_.restart();
            walk_.open(whole.lists, *task_.ranges);
            while (walk_.next(result_.visited)) {
                const std::uint32_t size = walk_.load(result_.visited) ? walk_.size() : 0;
                for (std::uint32_t i = 0; i < size; ++i) {
                    judge(whole, walk_.docids()[i]);
                }
            }
        }
        judge_.leave_wholes();
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

    void judge(const FlatList& whole, std::uint32_t docid) {
        std::uint32_t evidence = 0;
        if (hold_words(docid, evidence) && judge_.first_whole(docid) == &whole && judge_.enter(docid)) {
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

bool wholes_come_first(const RankTask& task, bool counting) noexcept {
    std::uint64_t inside = 0;
    for (const FlatList& whole : task.problem->wholes) {
        inside += postings_inside(whole.lists, *task.ranges);
    }
    return !counting && inside != 0 && are_few_wholes(inside, task.clauses[0].inside);
}

void rank_wholes(RankScratch& scratch, RankResult& result) {
    WholeRanking(scratch, result).run();
}

}  // namespace bizrec::search
