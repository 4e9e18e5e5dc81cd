#include "bizrec/enrich/enrich.hpp"

#include <algorithm>

#include "bizrec/enrich/enrichment.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

/// The documents of a circle are found by the boxes that it touches, or by measuring each document of the keys. Up to
/// this many documents, measuring is less work.
constexpr std::uint64_t few_documents = 256;

/// Whether keys must be looked up before places, because the number of documents that they name decides how circles are
/// looked up, and whether places are looked up at all.
bool needs_keys_first(const EnrichQuery& query) noexcept {
    return query.locations.size() > 1 || (query.locations.size() == 1 && query.locations[0].has_circle);
}

std::uint32_t limit_of(const EnrichQuery& query) noexcept {
    return std::min(query.limit, enrich_limit);
}

PageStart page_start(const store::Generation& generation, const EnrichQuery& query) noexcept {
    if (!query.has_cursor) {
        return {};
    }
    return {query.cursor_score, query.cursor_docid(generation)};
}

}  // namespace

bool prepare_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result,
                    Budget& budget) {
    IdentityLookup website, profile;
    if (query.has_website) {
        website.prepare(generation, query.website);
    }
    if (query.has_profile) {
        profile.prepare(generation, query.profile);
    }
    EnrichScratch& scratch = result.scratch;
    const auto find_keys = [&] {
        website.find(generation, scratch.key, scratch.by_website);
        profile.find(generation, scratch.key, scratch.by_profile);
        scratch.same_documents = !scratch.by_website.empty() && !scratch.by_profile.empty() &&
                                 same_documents(scratch.by_website.all(), scratch.by_profile.all());
    };
    const bool keys_first = needs_keys_first(query);
    CircleRanges circle_ranges = CircleRanges::of_boxes;
    result.visited = 0;
    budget.take(WorkKind::look_up, (query.has_website && query.has_profile ? 6 : 3) * key_work);
    if (keys_first) {
        find_keys();
        const std::uint64_t documents = scratch.documents_named();
        if (documents == 0) {
            return !budget.stopped();
        }
        circle_ranges = documents <= few_documents ? CircleRanges::of_country : CircleRanges::of_boxes;
    }
    scratch.resolver.begin(generation, query.locations, circle_ranges);
    const bool is_resolved = scratch.resolver.resolve(budget, scratch.places);
    if (!keys_first) {
        find_keys();
    }
    return is_resolved && !budget.stopped();
}

bool run_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result, Budget& budget) {
    EnrichScratch& scratch = result.scratch;
    const std::uint32_t limit = limit_of(query);
    scratch.top.reset(limit);
    std::uint64_t total = 0;
    if (scratch.documents_named() != 0) {
        std::uint64_t tests = 0;
        const PageStart start = page_start(generation, query);
        Enrichment enrichment(generation, scratch.places, start, limit, scratch.top, result.visited, tests,
                              budget.left());
        total = enrichment.run(scratch.by_website, scratch.by_profile, scratch.same_documents);
        budget.take(WorkKind::circles, tests);
        if (!budget.take(WorkKind::postings, result.visited)) {
            return false;
        }
    }
    scratch.top.finish(result.rows);
    // the total is below the number of rows only if the index is damaged or forged
    result.total = std::max<std::uint64_t>(total, result.rows.size());
    for (const EnrichRow& row : result.rows) {
        generation.prefetch_row(row.docid);
    }
    return true;
}

void enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result) {
    Budget budget;
    prepare_enrich(generation, query, result, budget);
    run_enrich(generation, query, result, budget);
}

}  // namespace bizrec::search
