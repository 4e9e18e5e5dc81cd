#include "bizrec/search/enrich.hpp"

#include <algorithm>

#include "bizrec/search/enrichment.hpp"

namespace bizrec::search {

void enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result) {
    IdentityLookup website, profile;
    if (query.has_website) {
        website.prepare(generation, query.website);
    }
    if (query.has_profile) {
        profile.prepare(generation, query.profile);
    }
    EnrichScratch& scratch = result.scratch;
    resolve_places(generation, query.locations, scratch.locations, scratch.places);

    const InputMatch by_website = website.find(generation, scratch.key);
    const InputMatch by_profile = profile.find(generation, scratch.key);
    const std::uint32_t limit = std::min(query.limit, enrich_limit);
    result.visited = 0;
    scratch.top.reset(limit);
    Enrichment enrichment(generation, scratch.places, limit, scratch.top, result.visited);
    const std::uint64_t total = enrichment.run(by_website, by_profile);
    scratch.top.finish(result.rows);
    result.total = std::max<std::uint64_t>(total, result.rows.size());  // they differ by hostile lists alone
    for (const EnrichRow& row : result.rows) {
        generation.prefetch_row(row.docid);
    }
}

}  // namespace bizrec::search
