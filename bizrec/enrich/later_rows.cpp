#include "bizrec/enrich/later_rows.hpp"

#include <algorithm>

namespace bizrec::search {
namespace {

class Page {
public:
    Page(const LaterRows& of, TopRows& top, std::uint64_t& visited, std::uint64_t& tests) noexcept
        : of_(of), top_(top), visited_(visited), tests_(tests) {}

    void offer_each(const Postings& list, const place::Ranges& ranges) {
        for_each_stretch(list, ranges, visited_, [this](const std::uint32_t* first, const std::uint32_t* last) {
            return std::all_of(first, last, [this](std::uint32_t docid) {
                offer(docid);
                return goes_on();
            });
        });
    }

    void offer_by_rank(const Postings& list, const place::Ranges* ranges) {
        const std::uint32_t* const end = list.best + list.best_count;
        std::uint32_t found = 0;
        for (const std::uint32_t* at = first_after(list.best, end); at != end && found < of_.limit && goes_on(); ++at) {
            if (ranges == nullptr || contains(*ranges, *at)) {
                found += offer(*at) ? 1U : 0U;
            } else {
                ++visited_;
            }
        }
    }

private:
    bool goes_on() const noexcept { return visited_ + tests_ < of_.end; }

    /// Offers the document if it comes after the start of the page. Returns false if its exact score is another one,
    /// because of stronger evidence, the second input or a better fit: then another stratum offers it.
    bool offer(std::uint32_t docid) {
        ++visited_;
        if (docid >= of_.generation.documents()) {
            return true;
        }
        EnrichRow row = of_.row;
        row.docid = docid;
        row.score += of_.generation.quality[docid];
        if (!of_.start.admits(row)) {
            return true;
        }
        const std::uint32_t score = row.score;
        if (of_.scorer != nullptr && !(of_.scorer->score(docid, row, visited_, tests_) && row.score == score)) {
            return false;
        }
        top_.offer(row);
        return true;
    }

    const std::uint32_t* first_after(const std::uint32_t* begin, const std::uint32_t* end) {
        if (of_.start.score > of_.row.score + max_quality) {
            return begin;
        }
        return std::partition_point(begin, end, [this](std::uint32_t docid) {
            ++visited_;
            EnrichRow row;
            row.docid = docid;
            row.score = of_.row.score + (docid < of_.generation.documents() ? of_.generation.quality[docid] : 0U);
            return !of_.start.admits(row);
        });
    }

    const LaterRows& of_;
    TopRows& top_;
    std::uint64_t& visited_;
    std::uint64_t& tests_;
};

/// If only a part of the list lies inside the ranges, and this part has at most this many documents, all of them are
/// read.
constexpr std::uint64_t few_inside = std::uint64_t{2} * format::best_documents;

/// Whether it is less work to read the list by rank than to read all documents inside the ranges. Assumes that places
/// and quality are independent: then one of count / `inside` ranked documents lies inside, so that `limit` rows take
/// limit * count / `inside` reads.
bool is_less_by_rank(const Postings& list, std::uint64_t inside, std::uint32_t limit) noexcept {
    return inside > few_inside && inside * inside >= std::uint64_t{limit} * list.count;
}

}  // namespace

void LaterRows::offer(const Postings& list, const place::Ranges& ranges, TopRows& top, std::uint64_t& visited,
                      std::uint64_t& tests) const {
    Page page(*this, top, visited, tests);
    const bool is_covered = covers(ranges, list);
    if (list.is_ranked() && (is_covered || is_less_by_rank(list, count_inside(list, ranges, visited, end), limit))) {
        page.offer_by_rank(list, is_covered ? nullptr : &ranges);
    } else {
        page.offer_each(list, ranges);
    }
}

}  // namespace bizrec::search
