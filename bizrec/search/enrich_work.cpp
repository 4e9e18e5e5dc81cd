#include "bizrec/search/enrich_work.hpp"

#include <algorithm>

#include "bizrec/search/postings.hpp"
#include "bizrec/search/work.hpp"

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

/// Documents of the list in the ranges, or more.
std::uint64_t documents_inside(const Postings& list, const place::Ranges& ranges) {
    const std::uint64_t most = std::min<std::uint64_t>(list.count, place::documents_in(ranges));
    if (most <= documents_worth_seeks || ranges.size() > ranges_worth_seeks) {
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
std::uint64_t best_work(const Postings& list, const place::Ranges& ranges, std::uint32_t limit) {
    if (list.best != nullptr && covers(ranges, list)) {
        return limit;
    }
    return limit + 2 * stretch_work(list, ranges) + documents_inside(list, ranges);
}

std::uint64_t input_work(const InputMatch& input, const PlaceFilter& places, std::uint32_t limit) {
    if (input.empty() || places.all().empty()) {
        return 0;
    }
    std::uint64_t sum = 0;
    if (!places.near_circles().empty()) {
        const std::uint64_t documents = documents_inside(input.all(), places.near_circles());
        sum += stretch_work(input.all(), places.near_circles()) + evidence_work(input, documents);
        sum += documents * (2 + places.circle_steps());
    }
    for (std::size_t i = 0; i < input.source_count; ++i) {
        for (const PlaceFit fit : named_fits) {
            sum += places.named(fit).empty() ? 0 : best_work(input.sources[i].list, places.named(fit), limit);
        }
    }
    return covers(places.named_anyhow(), input.all()) ? sum : sum + stretch_work(input.all(), places.named_anyhow());
}

/// Of documents that match both inputs.
std::uint64_t common_work(const InputMatch& website, const InputMatch& profile, const PlaceFilter& places) {
    const bool swap = profile.all().count < website.all().count;
    const Postings& fewer = swap ? profile.all() : website.all();
    const Postings& more = swap ? website.all() : profile.all();
    const std::uint64_t documents = documents_inside(fewer, places.all());
    const std::uint64_t seeks = stretch_work(fewer, places.all()) + seek_work(documents, more.count) +
                                evidence_work(website, documents) + evidence_work(profile, documents);
    return seeks + documents * (1 + places.locate_steps());
}

}  // namespace

std::uint64_t enrich_work(const EnrichScratch& looked_up, std::uint32_t limit) {
    const InputMatch& website = looked_up.by_website;
    const InputMatch& profile = looked_up.by_profile;
    const std::uint64_t each =
        input_work(website, looked_up.places, limit) + input_work(profile, looked_up.places, limit);
    if (website.empty() || profile.empty()) {
        return each;
    }
    return each + (looked_up.same_documents ? 0 : common_work(website, profile, looked_up.places));
}

}  // namespace bizrec::search
