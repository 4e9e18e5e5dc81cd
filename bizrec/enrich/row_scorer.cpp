#include "bizrec/enrich/row_scorer.hpp"

#include <algorithm>

namespace bizrec::search {
namespace {

/// The strongest source that holds the document; null if the input does not name the document.
const InputMatch::Source* strongest_source(const InputMatch& input, std::uint32_t docid,
                                           std::uint64_t& visited) noexcept {
    for (std::size_t i = input.source_count; i-- > 0;) {
        if (MembershipCursor(input.sources[i].list).contains(docid, visited)) {
            return &input.sources[i];
        }
    }
    return nullptr;
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

}  // namespace bizrec::search
