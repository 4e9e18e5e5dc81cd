#pragma once

#include <cstdint>

#include "bizrec/enrich/identity_lookup.hpp"
#include "bizrec/enrich/page_start.hpp"
#include "bizrec/enrich/row_scorer.hpp"
#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// One request at work: from the documents that the inputs name and the places that the request allows to the best
/// rows.
///
/// Score is read from its highest part down: inputs, evidence, fit, nearness, quality. So for each *stratum* (the
/// documents of one source of evidence inside the places of one fit) only the best few by quality can be among the
/// answer: any other has as many before it that are at least as good in each higher part. Documents in a circle are
/// looked at one by one, for they must be measured; so are those that match both inputs.
///
/// A document of several strata is offered by each of them, on the first page with scores that are lower bounds: the
/// greatest counts. A later page must not give a document of the first one again by such a bound: there each row is
/// offered with its exact score alone.
class Enrichment {
public:
    /// Adds postings to `visited`, and tests of places to `tests`; gives up where both together reach `end`.
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

    /// Offers the rows and returns the number of all matching documents. `same`: both inputs have the same documents.
    std::uint64_t run(const InputMatch& website, const InputMatch& profile, bool same);

private:
    /// The documents of one input that are offered in one go.
    struct Part {
        const InputMatch& input;
        EnrichRow flags;                 ///< which inputs they match
        Evidence least = Evidence::key;  ///< that all of them have, by this input or the other
        const RowScorer& scorer;
    };

    /// Offers the documents; returns how many there are.
    std::uint64_t run_part(const Part& part);
    void offer_named(const Part& part);
    void offer_stratum(const Part& part, std::size_t source, PlaceFit fit);
    /// True where the documents of a source have no other score than by it, in places of any fit.
    bool is_exact(const Part& part, std::size_t source) const noexcept;
    template <class Offer>
    bool offer_each(const std::uint32_t* first, const std::uint32_t* last, const Offer& offer) const;
    /// Returns how many lie in a circle and hold by no other object.
    std::uint64_t offer_circles(const Part& part);
    /// Offers the documents of both inputs; returns how many there are.
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
