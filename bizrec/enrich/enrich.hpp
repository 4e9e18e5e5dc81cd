#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/enrich/enrich_scratch.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

inline constexpr std::uint32_t enrich_limit = 50;

/// A validated enrichment request. At least one of the two inputs is given; neither given one is a reject.
struct EnrichQuery {
    bool has_website = false;
    bool has_profile = false;
    identity::Identity website;  ///< any kind but reject
    identity::Identity profile;
    std::vector<LocationFilter> locations;  ///< alternatives; empty = anywhere
    std::uint32_t limit = enrich_limit;     ///< 1..enrich_limit
    bool estimate_total = false;
    bool has_cursor = false;  ///< rows behind (cursor_score, cursor_id) in the order of rows
    std::uint32_t cursor_score = 0;
    format::Uuid cursor_id{};  ///< one that the index does not have: all rows of cursor_score come before the page
};

struct EnrichResult {
    std::vector<EnrichRow> rows;  ///< score descending, then docid ascending; at most limit
    std::uint64_t total = 0;      ///< all matching documents, exact, whatever the cursor
    std::uint64_t visited = 0;    ///< postings looked at: counted work for tests
    EnrichScratch scratch;        ///< memory that one request leaves to the next
};

/// One request in two steps, so that the memory of several may be asked for between them. prepare_enrich() looks up
/// keys and places, run_enrich() finds the rows. False: `budget` has stopped it, `result` is no answer, and
/// run_enrich() must not follow. `generation`, `query` and `result` must live until then.
bool prepare_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result,
                    Budget& budget);

/// Answers by the index. Reuses the result's memory. Never allocates per row once warm.
bool run_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result, Budget& budget);

/// Both, whatever they cost.
void enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result);

}  // namespace bizrec::search
