#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/rank/candidates.hpp"
#include "bizrec/rank/judge.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// All clauses except the leading one. A hit must also be in a list of each of these clauses. Tests a whole block of
/// candidates against one list after the other, so that the candidates' waits for memory overlap.
class RankFollowers {
public:
    /// Takes all clauses except the first, which leads. `visited` counts the work.
    void reset(const RankTask& task, std::uint64_t& visited);

    /// The most evidence that these clauses can give.
    std::uint32_t greatest() const noexcept { return greatest_; }
    bool empty() const noexcept { return lists_.empty() && unions_.empty(); }

    /// Keeps the candidates that are in the lists of all clauses that have a single list. Docids must ascend, also from
    /// call to call.
    void filter(Candidates& candidates);
    /// Judges the candidates that the last filter() kept. The caller has set their evidence to the evidence from the
    /// leading clause plus the task's base.
    void judge_kept(Candidates& candidates, RankJudge& judge);
    /// Judges a document that is in a list of the leading clause. Docids must ascend.
    void judge(std::uint32_t docid, std::uint32_t evidence, RankJudge& judge) {
        if (lists_.empty()) {
            judge_one(docid, evidence, judge);
            return;
        }
        single_.assign_one(docid, evidence);
        filter(single_);
        judge_kept(single_, judge);
    }

private:
    struct Union {
        std::size_t first = 0, end = 0;  // indexes into union_lists_ and union_cursors_
    };
    void add_lists(const RankTask& task);
    void add_evidence(Candidates& candidates, const RankJudge& judge);
    void judge_one(std::uint32_t docid, std::uint32_t evidence, RankJudge& judge);
    bool hold_unions(std::uint32_t docid, std::uint32_t& evidence) noexcept;
    bool hold_union(const Union& clause, std::uint32_t docid, std::uint32_t& evidence) noexcept;

    std::vector<ListFilter> filters_;  // only the first lists_.size() are in use; the others keep their memory
    std::vector<RankList> lists_;      // in the order in which candidates are tested
    std::vector<RankList> union_lists_;
    std::vector<ListCursor> union_cursors_;
    std::vector<Union> unions_;
    Candidates single_;
    std::uint32_t greatest_ = 0;
    std::uint32_t unions_greatest_ = 0;
    std::uint64_t* visited_ = nullptr;
};

}  // namespace bizrec::search
