#include "bizrec/rank/whole_names.hpp"

namespace bizrec::search {

namespace {

class WholeNameRanking {
public:
    WholeNameRanking(const RankTask& task, std::vector<ListCursor>& cursors, PostingWalk& walk, RankJudge& judge,
                     RankResult& result)
        : task_(task), cursors_(cursors), walk_(walk), judge_(judge), result_(result) {}

    void run() {
        for (std::size_t name = 0; name < task_.whole_names.size(); ++name) {
            if (!task_.is_rare_name(name)) {
                continue;
            }
            open_cursors();
            judge_.restart();
            walk_.open(task_.problem->exact_matches[name].lists, *task_.ranges);
            while (!judge_.is_spent() && walk_.next(result_.visited)) {
                const std::uint32_t size = walk_.load(result_.visited) ? walk_.size() : 0;
                for (std::uint32_t i = 0; i < size && !judge_.is_spent(); ++i) {
                    judge(name, walk_.docids()[i]);
                }
            }
        }
        judge_.leave_rare_names();
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

    void judge(std::size_t name, std::uint32_t docid) {
        std::uint32_t evidence = 0;
        if (hold_words(docid, evidence) && judge_.first_rare_name(docid) == name && judge_.enter(docid)) {
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

bool WholeNamesExecutor::can_run(const RankTask& task) const noexcept {
    for (std::size_t name = 0; name < task.whole_names.size(); ++name) {
        if (task.is_rare_name(name)) {
            return true;
        }
    }
    return false;
}

void WholeNamesExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    WholeNameRanking(task, cursors_, walk_, judge, result).run();
}

}  // namespace bizrec::search
