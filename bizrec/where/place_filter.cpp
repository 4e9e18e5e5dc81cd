#include "bizrec/where/place_filter.hpp"

#include <algorithm>

#include "bizrec/place/position.hpp"
#include "bizrec/postings/postings.hpp"

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
    circles_.clear();
}

void PlaceFilter::allow_everything(std::uint32_t documents) {
    clear();
    if (documents != 0) {
        for (place::Ranges* ranges : {&named_[static_cast<std::size_t>(PlaceFit::none)], &named_anyhow_, &all_}) {
            ranges->push_back({0, documents});
        }
    }
}

void PlaceFilter::assign(const ResolvedLocation* locations, std::size_t count) {
    clear();
    for (std::size_t i = 0; i < count; ++i) {
        const ResolvedLocation& location = locations[i];
        if (location.ranges.empty()) {
            continue;
        }
        if (location.has_circle) {
            circles_.add(location.centre, location.radius_metres, location.ranges);
            append(near_circles_, location.ranges);
        } else {
            append(named_[static_cast<std::size_t>(location.fit)], location.ranges);
        }
    }
    finish();
}

void PlaceFilter::finish() {
    circles_.finish();
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

void PlaceFilter::narrow(const place::Ranges& ranges) {
    const auto cut = [&](place::Ranges& from) {
        if (!from.empty()) {
            place::intersect(from, ranges, narrowed_);
            from = narrowed_;
        }
    };
    for (place::Ranges& each : named_) {
        cut(each);
    }
    cut(named_anyhow_);
    cut(near_circles_);
    cut(all_);
}

void PlaceFilter::narrow(std::uint32_t documents, const PlaceFilter* places, const place::Ranges& ranges) {
    if (places != nullptr) {
        *this = *places;
    } else {
        allow_everything(documents);
    }
    narrow(ranges);
}

bool PlaceFilter::has_one_fit() const noexcept {
    const auto used = std::count_if(named_.begin(), named_.end(), [](const auto& ranges) { return !ranges.empty(); });
    return near_circles_.empty() && used <= 1;
}

bool PlaceFilter::in_circle(const store::Generation& generation, std::uint32_t docid, unsigned& band,
                            std::uint64_t& steps) const noexcept {
    if (circles_.empty()) {
        return false;
    }
    const place::Position position = generation.position[docid];
    return position.exists() && circles_.find_nearest(position, docid, band, steps);
}

bool PlaceFilter::locate(const store::Generation& generation, std::uint32_t docid, Placement& out,
                         std::uint64_t& steps) const noexcept {
    out = {};
    if (in_circle(generation, docid, out.band, steps)) {
        out.fit = PlaceFit::circle;
        return true;
    }
    out.band = 0;
    for (std::size_t i = fit_count; i-- > 0;) {
        ++steps;
        if (contains(named_[i], docid)) {
            out.fit = static_cast<PlaceFit>(i);
            return true;
        }
    }
    return false;
}

}  // namespace bizrec::search
