#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "bizrec/where/circle_set.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

/// How a document fits a request's location objects.
struct Placement {
    PlaceFit fit = PlaceFit::none;
    unsigned band = 0;  ///< if `fit` is circle: the distance band of the nearest centre; otherwise 0
};

/// All fits except PlaceFit::circle, most specific first. The last one is for requests without location objects.
inline constexpr PlaceFit named_fits[] = {PlaceFit::postal_code, PlaceFit::city, PlaceFit::state, PlaceFit::country,
                                          PlaceFit::none};

/// All location objects of a request as one filter: a document must lie in at least one of them. A document gets the
/// fit of the most specific object that holds it. Inside circles it also gets the distance band of the nearest of their
/// centres.
class PlaceFilter {
public:
    /// Lets every document fit, with PlaceFit::none: for a request without location objects.
    void allow_everything(std::uint32_t documents);
    /// Replaces the filter by `count` resolved objects. Copies their ranges.
    void assign(const ResolvedLocation* locations, std::size_t count);

    /// Keeps only the documents in `ranges`, which must be normalised. Does not narrow the circles: afterwards, call
    /// in_circle() and locate() only for documents in `ranges`.
    void narrow(const place::Ranges& ranges);
    /// Sets this filter to `places` (null: everywhere) narrowed to `ranges`.
    void narrow(std::uint32_t documents, const PlaceFilter* places, const place::Ranges& ranges);

    /// The documents that objects of this fit, without a circle, hold. named(PlaceFit::none) is every document after
    /// allow_everything(), and empty after assign().
    const place::Ranges& named(PlaceFit fit) const noexcept { return named_[static_cast<std::size_t>(fit)]; }
    /// The union of named() over all fits.
    const place::Ranges& named_anyhow() const noexcept { return named_anyhow_; }
    /// Whether all documents of all() have the same fit, and none must be measured.
    bool has_one_fit() const noexcept;
    /// The documents that may lie in a circle. Each must be measured.
    const place::Ranges& near_circles() const noexcept { return near_circles_; }
    /// The union of named_anyhow() and near_circles().
    const place::Ranges& all() const noexcept { return all_; }

    /// Returns whether some circle holds the document. If true, `band` is the band of the nearest centre among these
    /// circles. `docid` < documents(). Adds its tests to `steps`.
    bool in_circle(const store::Generation& generation, std::uint32_t docid, unsigned& band,
                   std::uint64_t& steps) const noexcept;

    /// Sets `out` to the document's fit. Returns false if no object holds the document. `docid` < documents(). Adds its
    /// tests to `steps`.
    bool locate(const store::Generation& generation, std::uint32_t docid, Placement& out,
                std::uint64_t& steps) const noexcept;

private:
    static constexpr std::size_t fit_count = static_cast<std::size_t>(PlaceFit::circle) + 1;

    void clear();
    void finish();

    std::array<place::Ranges, fit_count> named_;
    place::Ranges named_anyhow_, near_circles_, all_;
    place::Ranges narrowed_;  // memory reused by narrow()
    CircleSet circles_;
};

}  // namespace bizrec::search
