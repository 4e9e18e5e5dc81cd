#include "bizrec/search/place_filter.hpp"

#include <algorithm>

#include "bizrec/search/postings.hpp"

namespace bizrec::search {

namespace {

void append(place::Ranges& to, const place::Ranges& from) {
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void PlaceFilter::clear() {
    for (place::Ranges& ranges : named_) {
        ranges.clear();
    }
    named_anyhow_.clear();
    near_circles_.clear();
    all_.clear();
    circle_count_ = 0;
}

void PlaceFilter::allow_everything(std::uint32_t documents) {
    clear();
    if (documents != 0) {
        named_[static_cast<std::size_t>(PlaceFit::none)].push_back({0, documents});
    }
    finish();
}

void PlaceFilter::assign(const ResolvedLocation* locations, std::size_t count) {
    clear();
    for (std::size_t i = 0; i < count; ++i) {
        const ResolvedLocation& location = locations[i];
        if (location.ranges.empty()) {
            continue;
        }
        if (location.has_circle) {
            add_circle(location);
        } else {
            append(named_[static_cast<std::size_t>(location.fit)], location.ranges);
        }
    }
    finish();
}

void PlaceFilter::add_circle(const ResolvedLocation& location) {
    if (circle_count_ == circles_.size()) {
        circles_.emplace_back();
    }
    PlacedCircle& placed = circles_[circle_count_++];
    placed.circle = Circle(location.centre, location.radius_metres);
    placed.ranges = location.ranges;
    append(near_circles_, location.ranges);
}

void PlaceFilter::finish() {
    for (place::Ranges& ranges : named_) {
        place::normalise(ranges);
        append(named_anyhow_, ranges);
    }
    place::normalise(named_anyhow_);
    place::normalise(near_circles_);
    append(all_, named_anyhow_);
    append(all_, near_circles_);
    place::normalise(all_);
}

bool PlaceFilter::in_circle(const store::Generation& generation, std::uint32_t docid, unsigned& band) const noexcept {
    if (circle_count_ == 0) {
        return false;
    }
    const place::Position position = generation.position[docid];
    if (!position.exists()) {
        return false;
    }
    bool held = false;
    for (std::size_t i = 0; i < circle_count_; ++i) {
        unsigned found = 0;
        if (!circles_[i].circle.holds(position, found) || !contains(circles_[i].ranges, docid)) {
            continue;
        }
        band = held ? std::min(band, found) : found;
        held = true;
    }
    return held;
}

bool PlaceFilter::locate(const store::Generation& generation, std::uint32_t docid, Placement& out) const noexcept {
    out = {};
    if (in_circle(generation, docid, out.band)) {
        out.fit = PlaceFit::circle;
        return true;
    }
    for (std::size_t i = fit_count; i-- > 0;) {
        if (!contains(named_[i], docid)) {
            continue;
        }
        out.fit = static_cast<PlaceFit>(i);
        return true;
    }
    return false;
}

void resolve_places(const store::Generation& generation, const std::vector<LocationFilter>& filters,
                    std::vector<ResolvedLocation>& memory, PlaceFilter& out) {
    if (filters.empty()) {
        out.allow_everything(generation.documents());
        return;
    }
    if (memory.size() < filters.size()) {
        memory.resize(filters.size());
    }
    for (std::size_t i = 0; i < filters.size(); ++i) {
        resolve_location(generation, filters[i], memory[i]);
    }
    out.assign(memory.data(), filters.size());
}

}  // namespace bizrec::search
