#include "bizrec/enrich/enrich_work.hpp"

#include <algorithm>
#include <iterator>

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

std::uint64_t input_work(const InputMatch& input, const PlaceFilter& places, std::uint32_t limit, Counting counting) {
    if (input.empty() || places.all().empty()) {
        return 0;
    }
    std::uint64_t sum = 0;
    if (!places.near_circles().empty()) {
        const std::uint64_t documents = documents_inside(input.all(), places.near_circles(), counting);
        sum += stretch_work(input.all(), places.near_circles()) + evidence_work(input, documents);
        sum += documents * (2 + places.circle_steps());
    }
    for (std::size_t i = 0; i < input.source_count; ++i) {
        for (const PlaceFit fit : named_fits) {
            sum += places.named(fit).empty() ? 0 : best_work(input.sources[i].list, places.named(fit), limit, counting);
        }
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

std::uint64_t counted_work(const EnrichScratch& looked_up, std::uint32_t limit, Counting counting) {
    const InputMatch& website = looked_up.by_website;
    const InputMatch& profile = looked_up.by_profile;
    const std::uint64_t each =
        input_work(website, looked_up.places, limit, counting) + input_work(profile, looked_up.places, limit, counting);
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
std::uint64_t coarse_work(const EnrichScratch& looked_up, std::uint32_t limit) noexcept {
    const std::uint64_t tests = looked_up.places.circle_steps() + looked_up.places.locate_steps();
    return 2 * max_strata * limit + looked_up.documents_named() * (max_document_steps + tests);
}

}  // namespace

std::uint64_t enrich_work(const EnrichScratch& looked_up, std::uint32_t limit, std::uint64_t enough) {
    std::uint64_t work = coarse_work(looked_up, limit);
    if (work >= enough) {
        work = counted_work(looked_up, limit, Counting::by_lengths);
    }
    return work < enough ? work : counted_work(looked_up, limit, Counting::by_seeks);
}

}  // namespace bizrec::search
