#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Turns a request's location objects into a PlaceFilter, one object after the other, and can break off between two:
/// a hundred objects may take milliseconds. One object a request at a time; its memory is reused.
class PlaceResolver {
public:
    /// No object yet; none at all is everywhere. `filters` must live until resolve() has returned true.
    void begin(const store::Generation& generation, const std::vector<LocationFilter>& filters,
               CircleRanges circle_ranges);

    /// Goes on until all objects are done: true, and `out` is complete; or until more than `max_steps` are done in all
    /// and an object is left: false. An object that would take more than `max_steps` by itself is not begun; its box
    /// tests, one for each 256 documents of the index, are not counted in that.
    bool resolve(std::uint64_t max_steps, PlaceFilter& out);

    bool is_complete() const noexcept { return is_complete_; }
    std::uint64_t steps() const noexcept { return steps_; }  ///< of all calls since begin()

private:
    bool is_too_much(std::uint64_t max_steps) const noexcept;
    std::uint64_t joining_steps() const noexcept;

    const store::Generation* generation_ = nullptr;
    const std::vector<LocationFilter>* filters_ = nullptr;
    CircleRanges circle_ranges_ = CircleRanges::of_boxes;
    bool is_complete_ = false;
    std::size_t done_ = 0;
    std::uint64_t steps_ = 0, ranges_ = 0;
    std::vector<ResolvedLocation> resolved_;
};

/// Steps to look the names and codes of a location object up: from the object alone.
std::uint64_t look_up_steps(const LocationFilter& filter) noexcept;

/// The filter of location objects in one go. `resolver` is memory.
void resolve_places(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                    PlaceResolver& resolver, PlaceFilter& out);

}  // namespace bizrec::search
