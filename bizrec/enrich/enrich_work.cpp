#include "bizrec/enrich/enrich_work.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/enrich/later_rows.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

/// To count more precisely than by lengths takes seeks: only where there are few, and many documents to be spared.
constexpr std::size_t ranges_worth_seeks = 256;
constexpr std::uint64_t documents_worth_seeks = 512;

/// Of for_each_stretch(): two seeks for each range that it enters, and each moves on in the list.
std::uint64_t stretch_work(const Postings& list, const place::Ranges& ranges) noexcept {
    const std::uint64_t entered = std::min<std::uint64_t>(ranges.size(), list.count);
    return seek_work(2 * entered, list.count);
}

enum class Counting : std::uint8_t { by_lengths, by_seeks };

/// Documents of the list in the ranges, or more.
std::uint64_t documents_inside(const Postings& list, const place::Ranges& ranges, Counting counting) {
    const std::uint64_t most = std::min<std::uint64_t>(list.count, place::documents_in(ranges));
    if (counting == Counting::by_lengths || most <= documents_worth_seeks || ranges.size() > ranges_worth_seeks) {
        return most;
    }
    std::uint64_t visited = 0;
    return std::min(most, count_inside(list, ranges, visited));
}

/// Of a look for the evidence of `documents` ascending documents.
std::uint64_t evidence_work(const InputMatch& input, std::uint64_t documents) noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 1; i < input.source_count; ++i) {
        sum += seek_work(documents, input.sources[i].list.count);
    }
    return sum;
}

/// Of offer_best().
std::uint64_t best_work(const Postings& list, const place::Ranges& ranges, std::uint32_t limit, Counting counting) {
    if (list.best != nullptr && covers(ranges, list)) {
        return limit;
    }
    return limit + 2 * stretch_work(list, ranges) + documents_inside(list, ranges, counting);
}

/// Of the strata of one source of evidence, by places of every fit.
struct SourceWork {
    const PlaceFilter& places;
    const PageSize& page;
    Counting counting;
    std::uint64_t elsewhere = 0;  // documents of the source that may belong to other strata
    std::uint64_t row_work = 0;   // to tell, for each document: 0 where there are none

    std::uint64_t of(const Postings& list) const {
        std::uint64_t sum = 0;
        for (const PlaceFit fit : named_fits) {
            sum += places.named(fit).empty() ? 0 : of(list, places.named(fit));
        }
        return sum;
    }

private:
    std::uint64_t of(const Postings& list, const place::Ranges& ranges) const {
        if (page.is_first) {
            return best_work(list, ranges, page.limit, counting);
        }
        const bool is_covered = covers(ranges, list);
        const std::uint64_t inside = is_covered ? list.count : documents_inside(list, ranges, counting);
        return (is_covered && list.is_ranked() ? 0 : 2 * stretch_work(list, ranges)) +
               LaterRows::work(list, is_covered, inside, page.limit, elsewhere, row_work);
    }
};

std::uint64_t input_work(const InputMatch& input, const InputMatch& other, const PlaceFilter& places,
                         const PageSize& page, Counting counting) {
    if (input.empty() || places.all().empty()) {
        return 0;
    }
    const std::uint64_t row_work = page.is_first ? 0 : RowScorer::work(places, input, other);
    std::uint64_t sum = 0;
    if (!places.near_circles().empty()) {
        const std::uint64_t documents = documents_inside(input.all(), places.near_circles(), counting);
        sum += stretch_work(input.all(), places.near_circles()) + evidence_work(input, documents);
        sum += documents * (2 + places.circle_steps() + row_work);
    }
    std::uint64_t elsewhere = places.has_one_fit() ? 0 : input.all().count;
    elsewhere += other.empty() ? 0 : other.all().count;
    for (std::size_t i = input.source_count; i-- > 0;) {
        sum += SourceWork{places, page, counting, elsewhere, elsewhere == 0 ? 0 : row_work}.of(input.sources[i].list);
        elsewhere += input.sources[i].list.count;
    }
    return covers(places.named_anyhow(), input.all()) ? sum : sum + stretch_work(input.all(), places.named_anyhow());
}

/// Of documents that match both inputs.
std::uint64_t common_work(const InputMatch& website, const InputMatch& profile, const PlaceFilter& places,
                          Counting counting) {
    const bool swap = profile.all().count < website.all().count;
    const Postings& fewer = swap ? profile.all() : website.all();
    const Postings& more = swap ? website.all() : profile.all();
    const std::uint64_t documents = documents_inside(fewer, places.all(), counting);
    const std::uint64_t seeks = stretch_work(fewer, places.all()) + seek_work(documents, more.count) +
                                evidence_work(website, documents) + evidence_work(profile, documents);
    return seeks + documents * (1 + places.locate_steps());
}

std::uint64_t counted_work(const EnrichScratch& looked_up, const PageSize& page, Counting counting) {
    const InputMatch& website = looked_up.by_website;
    const InputMatch& profile = looked_up.by_profile;
    const std::uint64_t each = input_work(website, profile, looked_up.places, page, counting) +
                               input_work(profile, website, looked_up.places, page, counting);
    if (website.empty() || profile.empty() || looked_up.same_documents) {
        return each;
    }
    return each + common_work(website, profile, looked_up.places, counting);
}

constexpr std::uint64_t seek_steps = seek_work(1, UINT32_MAX);  // at most
constexpr std::uint64_t max_strata = InputMatch::max_sources * std::size(named_fits);
/// counted_work() adds no more for each document that an input names, next to tests of circles.
constexpr std::uint64_t max_document_steps = max_strata * (4 * seek_steps + 1)  // best_work()
                                             + 2 * seek_steps                   // the ends of ranges, to count
                                             + 4 * seek_steps + 2               // near circles
                                             + 7 * seek_steps + 1;              // in both inputs

/// For few documents: from their number alone.
std::uint64_t coarse_work(const EnrichScratch& looked_up, const PageSize& page) noexcept {
    std::uint64_t tests = looked_up.places.circle_steps() + looked_up.places.locate_steps();
    if (!page.is_first) {
        const std::uint64_t row_work = RowScorer::work(looked_up.places, looked_up.by_website, looked_up.by_profile);
        tests += (max_strata + 1) * (1 + row_work);
    }
    return 2 * max_strata * (page.limit + seek_steps) + looked_up.documents_named() * (max_document_steps + tests);
}

}  // namespace

std::uint64_t enrich_work(const EnrichScratch& looked_up, const PageSize& page, std::uint64_t enough) {
    std::uint64_t work = coarse_work(looked_up, page);
    if (work >= enough) {
        work = counted_work(looked_up, page, Counting::by_lengths);
    }
    return work < enough ? work : counted_work(looked_up, page, Counting::by_seeks);
}

}  // namespace bizrec::search
