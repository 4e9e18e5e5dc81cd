#include "bizrec/enrich/best_of.hpp"

namespace bizrec::search {

namespace {

/// If only a part of a list lies inside the ranges, and this part has at most this many documents, all of them are
/// offered. That costs no more than a search of the stored best documents.
constexpr std::uint64_t short_list = std::uint64_t{2} * format::best_documents;

class BestOf {
public:
    BestOf(const store::Generation& generation, std::uint32_t limit, const EnrichRow& row, TopRows& top,
           std::uint64_t& visited, std::uint64_t end) noexcept
        : generation_(generation),
          row_(row),
          base_(row.score),
          limit_(limit),
          top_(top),
          visited_(visited),
          end_(end) {}

    void offer_all(const Postings& list, const place::Ranges& ranges) {
        for_each_stretch(list, ranges, visited_, [this](const std::uint32_t* first, const std::uint32_t* last) {
            for (; first != last && visited_ < end_; ++first) {
                offer(*first);
            }
            return visited_ < end_;
        });
    }

    void offer_best_of_whole(const Postings& list) {
        for (std::uint32_t i = 0; i < limit_; ++i) {
            offer(list.best[i]);
        }
    }

    /// Offers the stored best documents that lie inside the ranges. No other document inside is better. If fewer than
    /// `limit_` lie inside, reads the list itself, in the order of docids. Its other documents have at most the quality
    /// of the last stored one (`floor`), and equal qualities are ordered by docid. So reading ends when `limit_`
    /// documents of this quality or a better one have been offered.
    void offer_best_inside(const Postings& list, const place::Ranges& ranges) {
        const unsigned floor = quality(list.best[format::best_documents - 1]);
        std::uint32_t found = 0, above_floor = 0;
        for (std::uint32_t i = 0; i < format::best_documents && found < limit_; ++i) {
            if (!contains(ranges, list.best[i])) {
                continue;
            }
            ++found;
            above_floor += offer(list.best[i]) > floor ? 1U : 0U;
        }
        if (found < limit_) {
            offer_until_enough(list, ranges, floor, limit_ - above_floor);
        }
    }

private:
    void offer_until_enough(const Postings& list, const place::Ranges& ranges, unsigned floor, std::uint32_t wanted) {
        for_each_stretch(list, ranges, visited_, [&](const std::uint32_t* first, const std::uint32_t* last) {
            for (; first != last && wanted != 0 && visited_ < end_; ++first) {
                wanted -= offer(*first) == floor ? 1U : 0U;
            }
            return wanted != 0 && visited_ < end_;
        });
    }

    unsigned quality(std::uint32_t docid) const noexcept {
        return docid < generation_.documents() ? generation_.quality[docid] : 0U;
    }

    /// Offers the document. Returns its quality; 0 if the document does not exist, because a damaged file may name any
    /// docid.
    unsigned offer(std::uint32_t docid) {
        ++visited_;
        if (docid >= generation_.documents()) {
            return 0;
        }
        const unsigned q = generation_.quality[docid];
        row_.docid = docid;
        row_.score = base_ + q;
        top_.offer(row_);
        return q;
    }

    const store::Generation& generation_;
    EnrichRow row_;
    std::uint32_t base_, limit_;
    TopRows& top_;
    std::uint64_t& visited_;
    std::uint64_t end_;
};

}  // namespace

void offer_best(const store::Generation& generation, const Postings& list, const place::Ranges& ranges,
                std::uint32_t limit, const EnrichRow& row, TopRows& top, std::uint64_t& visited, std::uint64_t end) {
    BestOf best(generation, limit, row, top, visited, end);
    if (list.best != nullptr && covers(ranges, list)) {
        best.offer_best_of_whole(list);
    } else if (list.best == nullptr || count_inside(list, ranges, visited, end) <= short_list) {
        best.offer_all(list, ranges);
    } else {
        best.offer_best_inside(list, ranges);
    }
}

}  // namespace bizrec::search
