#pragma once

#include <cstdint>

#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/enrich/identity_lookup.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Makes the row of one document, from all evidence for it and the location object that fits best.
class RowScorer {
public:
    /// All arguments must live as long as this object.
    RowScorer(const store::Generation& generation, const PlaceFilter& places, const InputMatch& website,
              const InputMatch& profile) noexcept
        : generation_(generation), places_(places), website_(website), profile_(profile) {}

    /// Returns false if the document is no row of the request. Adds list look-ups to `visited`, and tests of places to
    /// `tests`.
    bool score(std::uint32_t docid, EnrichRow& row, std::uint64_t& visited, std::uint64_t& tests) const;

    /// Whether one of the two inputs names no document.
    bool has_one_input() const noexcept { return website_.empty() || profile_.empty(); }

private:
    const store::Generation& generation_;
    const PlaceFilter& places_;
    const InputMatch& website_;
    const InputMatch& profile_;
};

}  // namespace bizrec::search
