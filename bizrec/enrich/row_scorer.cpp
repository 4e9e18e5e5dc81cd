#include "bizrec/enrich/row_scorer.hpp"

#include <algorithm>

#include "bizrec/postings/work.hpp"

namespace bizrec::search {
namespace {

/// Null where the input does not name the document.
const InputMatch::Source* strongest_source(const InputMatch& input, std::uint32_t docid,
                                           std::uint64_t& visited) noexcept {
    for (std::size_t i = input.source_count; i-- > 0;) {
        if (MembershipCursor(input.sources[i].list).contains(docid, visited)) {
            return &input.sources[i];
        }
    }
    return nullptr;
}

std::uint64_t look_work(const InputMatch& input) noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < input.source_count; ++i) {
        sum += seek_work(1, input.sources[i].list.count);
    }
    return sum;
}

}  // namespace

bool RowScorer::score(std::uint32_t docid, EnrichRow& row, std::uint64_t& visited, std::uint64_t& tests) const {
    Placement placement;
    if (docid >= generation_.documents() || !places_.locate(generation_, docid, placement, tests)) {
        return false;
    }
    const InputMatch::Source* by_website = strongest_source(website_, docid, visited);
    const InputMatch::Source* by_profile = strongest_source(profile_, docid, visited);
    row.docid = docid;
    row.by_website = by_website != nullptr;
    row.by_profile = by_profile != nullptr;
    if (!row.by_website && !row.by_profile) {
        return false;
    }
    const Evidence evidence = !row.by_website   ? by_profile->evidence
                              : !row.by_profile ? by_website->evidence
                                                : std::max(by_website->evidence, by_profile->evidence);
    row.score = enrich_score(row.by_website && row.by_profile, evidence, placement.fit, placement.band,
                             generation_.quality[docid]);
    return true;
}

std::uint64_t RowScorer::work(const PlaceFilter& places, const InputMatch& website,
                              const InputMatch& profile) noexcept {
    return look_work(website) + look_work(profile) + places.locate_steps();
}

}  // namespace bizrec::search
