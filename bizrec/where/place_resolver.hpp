#pragma once

#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Turns a request's location objects into a PlaceFilter. One object a request at a time; its memory is reused.
class PlaceResolver {
public:
    /// No object at all is everywhere. `filters` must live until resolve() has returned.
    void begin(const store::Generation& generation, const std::vector<LocationFilter>& filters,
               CircleRanges circle_ranges);

    /// False, and `out` is as it was: the budget has stopped it, within an object or before all were joined.
    bool resolve(Budget& budget, PlaceFilter& out);

private:
    const store::Generation* generation_ = nullptr;
    const std::vector<LocationFilter>* filters_ = nullptr;
    CircleRanges circle_ranges_ = CircleRanges::of_boxes;
    std::vector<ResolvedLocation> resolved_;
};

/// The filter of location objects, whatever it costs. `resolver` is memory.
void resolve_places(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                    PlaceResolver& resolver, PlaceFilter& out);

}  // namespace bizrec::search
