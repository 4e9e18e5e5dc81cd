#pragma once

#include <cstdint>

#include "bizrec/enrich/identity_lookup.hpp"
#include "bizrec/enrich/later_rows.hpp"
#include "bizrec/enrich/row_scorer.hpp"
#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Processes one request: finds the best rows among the documents that the inputs name, in the places that the request
/// allows.
///
/// A score is compared from its highest part down: inputs, evidence, fit, nearness, quality. A *stratum* is the
/// documents of one source of evidence inside the places of one fit. Within a stratum the scores differ only by
/// quality. So only its `limit` best documents, or on a later page the first `limit` after the start of the page, can
/// be in the answer. Documents in a circle are read one by one, because they must be measured. So are documents that
/// match both inputs, unless both inputs name the same documents.
///
/// A document may be in several strata, and each may offer it. On the first page these scores are lower bounds, and the
/// greatest counts. A later page must not show a document of the first page again because of such a bound, so it offers
/// each row with its exact score only.
class Enrichment {
public:
    /// Adds postings to `visited` and tests of places to `tests`. Gives up when their sum reaches `end`.
    Enrichment(const store::Generation& generation, const PlaceFilter& places, const PageStart& start,
               std::uint32_t limit, TopRows& top, std::uint64_t& visited, std::uint64_t& tests,
               std::uint64_t end) noexcept
        : generation_(generation),
          places_(places),
          start_(start),
          limit_(limit),
          top_(top),
          visited_(visited),
          tests_(tests),
          end_(end) {}

    /// Offers the rows. Returns the number of all matching documents. `same`: both inputs name the same documents.
    std::uint64_t run(const InputMatch& website, const InputMatch& profile, bool same);

private:
    /// The documents of one input that are offered together.
    struct Part {
        const InputMatch& input;
        EnrichRow flags;                 ///< which inputs the documents match
        Evidence least = Evidence::key;  ///< every document has at least this evidence; weaker sources are left out
        const RowScorer& scorer;
    };

    /// Offers the best documents of the part. Returns the number of its documents in the places.
    std::uint64_t run_part(const Part& part);
    void offer_named(const Part& part);
    void offer_stratum(const Part& part, std::size_t source, PlaceFit fit);
    /// Whether the scores that this source gives are exact: no stronger source, no second input and no better fit can
    /// raise them.
    bool is_exact(const Part& part, std::size_t source) const noexcept;
    template <class Offer>
    bool offer_each(const std::uint32_t* first, const std::uint32_t* last, const Offer& offer) const;
    /// Offers the documents inside the circles. Returns how many of them are in no location that is given without a
    /// circle.
    std::uint64_t offer_circles(const Part& part);
    /// Offers the documents that both inputs name and that are in the places. Returns their number.
    std::uint64_t run_common(const InputMatch& website, const InputMatch& profile);
    bool goes_on() const noexcept { return visited_ + tests_ < end_; }

    const store::Generation& generation_;
    const PlaceFilter& places_;
    const PageStart& start_;
    std::uint32_t limit_;
    TopRows& top_;
    std::uint64_t& visited_;
    std::uint64_t& tests_;
    std::uint64_t end_;
};

}  // namespace bizrec::search
