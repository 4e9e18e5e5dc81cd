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

/// A validated enrichment request. At least one of the two inputs is given. No given input has kind `reject`.
struct EnrichQuery {
    bool has_website = false;
    bool has_profile = false;
    identity::Identity website;  ///< any kind except reject
    identity::Identity profile;
    std::vector<LocationFilter> locations;  ///< alternatives; empty = anywhere
    std::uint32_t limit = enrich_limit;     ///< 1..enrich_limit
    bool estimate_total = false;
    bool has_cursor = false;  ///< rows after (cursor_score, cursor_id) in the order of rows
    std::uint32_t cursor_score = 0;
    format::Uuid cursor_id{};  ///< if the index does not have it: all rows of cursor_score precede the page
};

struct EnrichResult {
    std::vector<EnrichRow> rows;  ///< score descending, then docid ascending; at most limit
    std::uint64_t total = 0;      ///< all matching documents, exact, whatever the cursor
    std::uint64_t visited = 0;    ///< the number of postings read; tests check it
    EnrichScratch scratch;        ///< memory that is reused from request to request
};

/// Processes one request in two steps, so that the memory of several requests can be prefetched between them.
/// prepare_enrich() looks up keys and places, run_enrich() finds the rows. False: `budget` stopped it, `result` is not
/// valid, and run_enrich() must not be called. `generation`, `query` and `result` must live until then.
bool prepare_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result,
                    Budget& budget);

/// Finds the rows. Reuses the result's memory. Once warm, never allocates per row.
bool run_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result, Budget& budget);

/// Both steps, without a limit on the cost.
void enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result);

}  // namespace bizrec::search
