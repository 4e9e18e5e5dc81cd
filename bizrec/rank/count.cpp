#include "bizrec/rank/count.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

constexpr std::uint32_t window_documents = 8192;
constexpr std::uint32_t window_words = window_documents / 64;

/// Counts the documents that are in at least one list of a clause. Sets one bit per document, for one window of docids
/// after the other, so that a document of several lists counts once.
class UnionCount {
public:
    UnionCount(const RankTask& task, UnionLists& lists, std::vector<std::uint64_t>& words, const RankJudge& judge,
               std::uint64_t& visited)
        : task_(task), lists_(lists), words_(words), judge_(judge), visited_(visited) {
        words_.resize(window_words);
        lists_.open(task_.clauses[0]);
    }

    std::uint64_t run() {
        std::uint64_t count = 0;
        std::uint32_t base = no_window;
        const place::Ranges& ranges = *task_.ranges;
        for (auto range = ranges.begin(); range != ranges.end(); ++range) {
            for (std::uint32_t begin = range->begin; begin < range->end && !judge_.is_spent();) {
                if (begin / window_documents != base / window_documents || base == no_window) {
                    base = begin / window_documents * window_documents;
                    fill(base, begin, wanted_end(range, ranges.end(), base));
                }
                const std::uint32_t end = std::min(range->end - base, window_documents);
                count += ones_between(begin - base, end);
                begin = base + end;
            }
        }
        return count;
    }

private:
    using RangeIterator = place::Ranges::const_iterator;
    static constexpr std::uint32_t no_window = 0xFFFFFFFFU;

    /// The docid at which reading the window may stop: the end of the last range that begins in the window, or the end
    /// of the window if that comes first.
    static std::uint32_t wanted_end(RangeIterator range, RangeIterator ranges_end, std::uint32_t base) noexcept {
        while (range + 1 != ranges_end && (range + 1)->begin - base < window_documents) {
            ++range;
        }
        return base + std::min(range->end - base, window_documents);
    }

    /// Sets the bits of the documents in [begin, end) that some list holds. May also set bits of other documents of the
    /// window.
    void fill(std::uint32_t base, std::uint32_t begin, std::uint32_t end) {
        std::fill(words_.begin(), words_.end(), 0);
        const std::uint32_t size = std::min(window_documents, task_.generation->documents() - base);
        for (const UnionLists::Member& member : lists_) {
            if (member.list.lists->has_bitmap) {
                const std::uint64_t* bits = member.list.lists->bitmap.words() + base / 64;
                const std::uint32_t count = (size + 63) / 64;
                visited_ += count / 8;
                for (std::uint32_t i = 0; i < count; ++i) {
                    words_[i] |= bits[i];
                }
            } else {
                add_postings(lists_.cursor(member), base, begin, end);
            }
        }
    }

    void add_postings(ListCursor& cursor, std::uint32_t base, std::uint32_t begin, std::uint32_t end) {
        std::uint32_t from = begin;
        while (from < end && cursor.seek(from, visited_)) {
            const std::uint32_t count =
                cursor.last() < end ? cursor.size() : lower_index(cursor.docids(), cursor.size(), end);
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint32_t at = cursor.docids()[i] - base;
                words_[at / 64 % window_words] |= std::uint64_t{1} << (at % 64);
            }
            visited_ += count;
            from = count < cursor.size() ? end : cursor.last() + 1;
        }
    }

    std::uint64_t ones_between(std::uint32_t begin, std::uint32_t end) const noexcept {
        const std::uint32_t first = begin / 64;
        const std::uint32_t last = (end - 1) / 64;
        std::uint64_t count = 0;
        for (std::uint32_t i = first; i <= last; ++i) {
            std::uint64_t word = words_[i];
            word &= i == first ? ~std::uint64_t{0} << (begin % 64) : ~std::uint64_t{0};
            word &= i == last ? ~std::uint64_t{0} >> (63 - (end - 1) % 64) : ~std::uint64_t{0};
            count += format::PostingBitmap::ones(word);
        }
        return count;
    }

    const RankTask& task_;
    UnionLists& lists_;
    std::vector<std::uint64_t>& words_;
    const RankJudge& judge_;
    std::uint64_t& visited_;
};

}  // namespace

bool CountExecutor::can_run(const RankTask& task) const noexcept {
    return task.clause_count == 1 && !task.has_tests();
}

void CountExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    const RankClause& clause = task.clauses[0];
    result.total = clause.lists.size() == 1 ? count_inside(*clause.lists[0].lists, *task.ranges, result.visited,
                                                           UINT64_MAX, judge.max_visited())
                                            : UnionCount(task, lists_, words_, judge, result.visited).run();
    result.total -= std::min(result.total, hidden_.count(task, result.visited));
    result.any_hit = result.total != 0;
}

}  // namespace bizrec::search
