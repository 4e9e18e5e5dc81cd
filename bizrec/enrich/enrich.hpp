#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/enrich/identity_lookup.hpp"
#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/where/location.hpp"
#include "bizrec/where/page_cursor.hpp"
#include "bizrec/where/place_filter.hpp"
#include "bizrec/where/place_resolver.hpp"

namespace bizrec::search {

/// The results of prepare_enrich() for run_enrich(). The memory is reused from request to request, so that a warm
/// server allocates nothing.
struct EnrichScratch {
    std::string key;
    InputMatch by_website, by_profile;
    bool same_documents = false;  ///< both inputs are given and name the same documents
    PlaceResolver resolver;
    PlaceFilter places;
    TopRows top;

    /// The number of documents that the inputs name. A document that both name counts twice.
    std::uint64_t documents_named() const noexcept {
        return (by_website.empty() ? 0 : std::uint64_t{by_website.all().count}) +
               (by_profile.empty() ? 0 : std::uint64_t{by_profile.all().count});
    }
};

inline constexpr std::uint32_t enrich_limit = 50;

/// A validated enrichment request. At least one of the two inputs, website and profile, is given. No given input has
/// kind `reject`.
struct EnrichQuery : PageCursor {
    bool has_website = false;
    bool has_profile = false;
    identity::Identity website;  ///< valid if has_website; `profile` is valid if has_profile
    identity::Identity profile;
    std::vector<LocationFilter> locations;  ///< a row is in at least one of them; empty: anywhere
    std::uint32_t limit = enrich_limit;     ///< 1..enrich_limit
    bool estimate_total = false;
};

struct EnrichResult {
    std::vector<EnrichRow> rows;  ///< score descending, then docid ascending; at most limit
    std::uint64_t total = 0;      ///< exact number of all matching documents, on every page
    std::uint64_t visited = 0;    ///< the number of postings read; tests check it
    EnrichScratch scratch;        ///< memory that is reused from request to request
};

/// The first of two steps: looks up keys and places. run_enrich() then finds the rows. Two steps allow a caller to
/// prepare several requests, whose memory is prefetched at the same time. Returns false if `budget` stopped it:
/// `result` is not valid, and run_enrich() must not be called. `generation`, `query` and `result` must live until
/// run_enrich() has returned.
bool prepare_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result,
                    Budget& budget);

/// The second step: finds the rows. Returns false if `budget` stopped it: `result` is not valid. Reuses the result's
/// memory; once that has grown, it never allocates per row.
bool run_enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result, Budget& budget);

/// Does both steps, without a limit on the cost.
void enrich(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result);

}  // namespace bizrec::search
