#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
    std::uint64_t steps = 0;      ///< of all work so far (postings/work.hpp), visited included
    EnrichScratch scratch;        ///< memory that one request leaves to the next
};

/// One request in two steps, so that a server can choose the thread for the second. prepare_enrich() looks up the keys,
/// and the places as far as that is no work itself, and returns an upper bound of the steps that run_enrich() adds;
/// unknown_work where the places are left to it. `at_once`: a bound below it is not made sharper. `generation`, `query`
/// and `result` must live until then.
std::uint64_t prepare_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result,
                             std::uint64_t at_once = 0);

/// Answers by the index. Reuses the result's memory. Never allocates per row once warm.
void run_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result);

/// Both.
void enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result);

}  // namespace bizrec::search
