#pragma once

#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Turns a request's location objects into a PlaceFilter. One object serves one request at a time; its memory is
/// reused.
class PlaceResolver {
public:
    /// Sets the location objects for resolve(). If `filters` is empty, resolve() allows every document. `filters` must
    /// live until resolve() has returned.
    void begin(const store::Generation& generation, const std::vector<LocationFilter>& filters,
               CircleRanges circle_ranges);

    /// Sets `out` to the filter of all objects. Returns false if the budget stopped it; `out` is then unchanged.
    bool resolve(Budget& budget, PlaceFilter& out);

private:
    const store::Generation* generation_ = nullptr;
    const std::vector<LocationFilter>* filters_ = nullptr;
    CircleRanges circle_ranges_ = CircleRanges::of_boxes;
    std::vector<ResolvedLocation> resolved_;
};

/// Makes the filter of location objects without a limit on the cost. `resolver`: memory to reuse.
void resolve_places(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                    PlaceResolver& resolver, PlaceFilter& out);

}  // namespace bizrec::search
