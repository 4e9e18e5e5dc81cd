#include "bizrec/search/enrich.hpp"

#include <algorithm>

#include "bizrec/search/enrichment.hpp"

namespace bizrec::search {

namespace {

void resolve_places(const store::Generation& generation, const EnrichQuery& query, EnrichScratch& scratch) {
    if (query.locations.empty()) {
        scratch.places.allow_everything(generation.documents());
        return;
    }
    if (scratch.locations.size() < query.locations.size()) {
        scratch.locations.resize(query.locations.size());
    }
    for (std::size_t i = 0; i < query.locations.size(); ++i) {
        resolve_location(generation, query.locations[i], scratch.locations[i]);
    }
    scratch.places.assign(scratch.locations.data(), query.locations.size());
}

}  // namespace

void enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result) {
    IdentityLookup website, profile;
    if (query.has_website) {
        website.prepare(generation, query.website);
    }
    if (query.has_profile) {
        profile.prepare(generation, query.profile);
    }
    EnrichScratch& scratch = result.scratch;
    resolve_places(generation, query, scratch);

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
