#include "bizrec/where/place_resolver.hpp"

#include "bizrec/postings/work.hpp"

namespace bizrec::search {

void PlaceResolver::begin(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                          CircleRanges circle_ranges) {
    generation_ = &generation;
    filters_ = &filters;
    circle_ranges_ = circle_ranges;
    if (resolved_.size() < filters.size()) {
        resolved_.resize(filters.size());
    }
}

bool PlaceResolver::resolve(Budget& budget, PlaceFilter& out) {
    if (filters_->empty()) {
        out.allow_everything(generation_->documents());
        return true;
    }
    std::uint64_t ranges = 0;
    for (std::size_t i = 0; i < filters_->size(); ++i) {
        resolve_location(*generation_, (*filters_)[i], circle_ranges_, budget, resolved_[i]);
        if (budget.stopped()) {
            return false;
        }
        ranges += resolved_[i].ranges.size();
    }
    // Charged before out.assign() joins the objects. That function sorts each range up to three times: among the ranges
    // of its fit, among all ranges without a circle, and among all ranges.
    if (filters_->size() > 1 && !budget.take(WorkKind::places, 3 * ranges * bit_length(ranges))) {
        return false;
    }
    out.assign(resolved_.data(), filters_->size());
    return true;
}

void resolve_places(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                    PlaceResolver& resolver, PlaceFilter& out) {
    Budget budget;
    resolver.begin(generation, filters, CircleRanges::of_boxes);
    resolver.resolve(budget, out);
}

}  // namespace bizrec::search
