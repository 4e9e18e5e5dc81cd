#include <algorithm>

#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

/// Counts the documents that hold any list of a clause, a bit each, a window at a time.
class UnionCount {
public:
    UnionCount(RankScratch& scratch, std::uint64_t& visited)
        : task_(scratch.task), lists_(scratch.union_lists), words_(scratch.count_words), visited_(visited) {
        words_.resize(window_words);
        lists_.open(task_.clauses[0]);
    }

    std::uint64_t run() {
        std::uint64_t count = 0;
        const place::Ranges& ranges = *task_.ranges;
        std::uint32_t base = no_window;
        for (const place::Range range : ranges) {
            for (std::uint32_t begin = range.begin; begin < range.end;) {
                if (begin / window_documents != base / window_documents || base == no_window) {
                    base = begin / window_documents * window_documents;
                    fill(base);
                }
                const std::uint32_t end = std::min(range.end - base, window_documents);
                count += ones_between(begin - base, end);
                begin = base + end;
            }
        }
        return count;
    }

private:
    static constexpr std::uint32_t window_documents = 8192;
    static constexpr std::uint32_t window_words = window_documents / 64;
    static constexpr std::uint32_t no_window = 0xFFFFFFFFU;

    void fill(std::uint32_t base) {
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
                add_postings(lists_.cursor(member), base, size);
            }
        }
    }

    void add_postings(ListCursor& cursor, std::uint32_t base, std::uint32_t size) {
        const std::uint32_t end = base + size;
        std::uint32_t from = base;
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
    std::uint64_t& visited_;
};

}  // namespace

bool counts_apart(const RankTask& task) noexcept {
    return task.clause_count == 1 && !task.problem->has_tests();
}

std::uint64_t count_clause(RankScratch& scratch, std::uint64_t& visited) {
    const RankClause& clause = scratch.task.clauses[0];
    return clause.lists.size() == 1 ? count_inside(*clause.lists[0].lists, *scratch.task.ranges, visited)
                                    : UnionCount(scratch, visited).run();
}

}  // namespace bizrec::search
