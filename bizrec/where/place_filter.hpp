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
    unsigned band = 0;  ///< of the nearest circle's centre where fit is circle
};

/// Fits of objects without a circle, the most specific first.
inline constexpr PlaceFit named_fits[] = {PlaceFit::postal_code, PlaceFit::city, PlaceFit::state, PlaceFit::country,
                                          PlaceFit::none};

/// All location objects of a request as one filter. The objects are alternatives; a document counts by the most
/// specific one that holds, among circles by the nearest band.
class PlaceFilter {
public:
    /// No object at all: every document fits, with PlaceFit::none.
    void allow_everything(std::uint32_t documents);
    /// Reads `count` resolved objects; their ranges are copied.
    void assign(const ResolvedLocation* locations, std::size_t count);

    /// Leaves only what lies in `ranges`, which are normalised.
    void narrow(const place::Ranges& ranges);
    /// What of `places`, or of everything where they are null, lies in `ranges`.
    void narrow(std::uint32_t documents, const PlaceFilter* places, const place::Ranges& ranges);

    /// Documents that hold by an object of this fit that has no circle; empty ranges where there is no such object.
    /// PlaceFit::none stands for "anywhere" and holds something only after allow_everything().
    const place::Ranges& named(PlaceFit fit) const noexcept { return named_[static_cast<std::size_t>(fit)]; }
    /// Union of named() over all fits.
    const place::Ranges& named_anyhow() const noexcept { return named_anyhow_; }
    /// True where every document that fits does so in one way.
    bool has_one_fit() const noexcept;
    /// Documents that may lie in a circle; each must be measured.
    const place::Ranges& near_circles() const noexcept { return near_circles_; }
    /// Union of named_anyhow() and near_circles().
    const place::Ranges& all() const noexcept { return all_; }

    /// True where a circle holds; `band` is that of the nearest centre of those that do. `docid` < documents(). Adds
    /// its tests to `steps`.
    bool in_circle(const store::Generation& generation, std::uint32_t docid, unsigned& band,
                   std::uint64_t& steps) const noexcept;

    /// False where no object holds. `docid` < documents(). Adds its tests to `steps`.
    bool locate(const store::Generation& generation, std::uint32_t docid, Placement& out,
                std::uint64_t& steps) const noexcept;

private:
    static constexpr std::size_t fit_count = static_cast<std::size_t>(PlaceFit::circle) + 1;

    void clear();
    void finish();

    std::array<place::Ranges, fit_count> named_;
    place::Ranges named_anyhow_, near_circles_, all_;
    place::Ranges narrowed_;  // memory of narrow()
    CircleSet circles_;
};

}  // namespace bizrec::search
