#include "bizrec/where/place_resolver.hpp"

#include "bizrec/postings/work.hpp"

namespace bizrec::search {

std::uint64_t look_up_steps(const LocationFilter& filter) noexcept {
    std::uint64_t sum = key_work * (5 + filter.postal_codes.size());
    sum += (filter.state.size() + filter.city.size()) * text_byte_work;
    for (const std::string& code : filter.postal_codes) {
        sum += code.size() * text_byte_work;
    }
    return sum;
}

void PlaceResolver::begin(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                          CircleRanges circle_ranges) {
    generation_ = &generation;
    filters_ = &filters;
    circle_ranges_ = circle_ranges;
    is_complete_ = false;
    done_ = 0;
    steps_ = ranges_ = 0;
    if (resolved_.size() < filters.size()) {
        resolved_.resize(filters.size());
    }
}

bool PlaceResolver::is_too_much(std::uint64_t max_steps) const noexcept {
    return steps_ > max_steps || look_up_steps((*filters_)[done_]) > max_steps;
}

/// Their ranges are sorted, by fit, all names, all circles, and all in all.
std::uint64_t PlaceResolver::joining_steps() const noexcept {
    return done_ < 2 ? 0 : 3 * ranges_ * bit_length(ranges_);
}

bool PlaceResolver::resolve(std::uint64_t max_steps, PlaceFilter& out) {
    if (is_complete_) {
        return true;
    }
    for (; done_ < filters_->size(); ++done_) {
        if (is_too_much(max_steps)) {
            return false;
        }
        const LocationFilter& filter = (*filters_)[done_];
        ResolvedLocation& location = resolved_[done_];
        steps_ += look_up_steps(filter);
        resolve_location(*generation_, filter, circle_ranges_, location, steps_);
        ranges_ += location.ranges.size();
    }
    if (joining_steps() > max_steps) {
        return false;
    }
    steps_ += joining_steps();
    if (filters_->empty()) {
        out.allow_everything(generation_->documents());
    } else {
        out.assign(resolved_.data(), filters_->size());
    }
    is_complete_ = true;
    return true;
}

void resolve_places(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                    PlaceResolver& resolver, PlaceFilter& out) {
    resolver.begin(generation, filters, CircleRanges::of_boxes);
    resolver.resolve(UINT64_MAX, out);
}

}  // namespace bizrec::search
