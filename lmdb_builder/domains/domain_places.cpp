#include "lmdb_builder/domains/domain_places.hpp"

#include <xxhash.h>

#include <cmath>
#include <iterator>
#include <string>

namespace bizrec::builder {
namespace {

constexpr std::size_t max_places = 16;  // per name
constexpr std::uint64_t share_divisor = 4, share_parts = 3;
constexpr double chance = 1.0 / 6;

std::uint32_t mark_of(const std::string& text) noexcept {
    return static_cast<std::uint32_t>(XXH3_64bits(text.data(), text.size())) | 1U;
}

/// Hashes for "all regions of this country" and "all cities of this country". They are even; hashes of places are odd.
std::uint32_t regions_of(const PlaceMarks& record) noexcept {
    return record.country ^ 1U;
}
std::uint32_t cities_of(const PlaceMarks& record) noexcept {
    return record.country ^ 3U;
}

}  // namespace

PlaceMarks place_marks(const DocumentPlace& place) {
    PlaceMarks marks;
    if (place.country.empty()) {
        return marks;
    }
    std::string text = place.country;
    marks.country = mark_of(text);
    text.append(1, '\0').append(place.state);
    if (!place.state.empty()) {
        marks.region = mark_of(text);
    }
    if (!place.city.empty()) {
        marks.city = mark_of(text.append(1, '\0').append(place.city));
    }
    return marks;
}

void NamePlaces::clear() noexcept {
    regions_.clear();
    cities_.clear();
    counts_.clear();
}

void NamePlaces::add_place(Places& places, std::uint32_t place, std::uint32_t among) {
    if (place != 0) {
        places.emplace(place, among);
    }
    if (places.size() > max_places) {
        places.erase(std::prev(places.end()));
    }
}

void NamePlaces::add(const PlaceMarks& record) {
    add_place(regions_, record.region, regions_of(record));
    add_place(cities_, record.city, cities_of(record));
}

void NamePlaces::count(Places& places) {
    for (const auto& [place, among] : places) {
        CommonPlace& common = counts_[place];
        common = {place, among, common.names + 1};
    }
    places.clear();
}

void NamePlaces::end_name() {
    count(regions_);
    count(cities_);
}

std::vector<CommonPlace> NamePlaces::common(std::uint64_t names) const {
    std::vector<CommonPlace> out;
    for (const auto& [unused, place] : counts_) {
        if (place.names > 1 && place.names * share_divisor >= names * share_parts) {
            out.push_back(place);
        }
    }
    return out;
}

void WatchedPlaces::watch(const std::vector<CommonPlace>& places) {
    for (const CommonPlace& place : places) {
        records_.try_emplace(place.place);
        records_.try_emplace(place.among);
    }
}

void WatchedPlaces::count(const PlaceMarks& record) {
    const auto count_one = [this](std::uint32_t place) {
        if (const auto found = records_.find(place); found != records_.end()) {
            ++found->second;
        }
    };
    if (record.region != 0) {
        count_one(record.region);
        count_one(regions_of(record));
    }
    if (record.city != 0) {
        count_one(record.city);
        count_one(cities_of(record));
    }
}

bool WatchedPlaces::is_unlikely(const CommonPlace& place) const {
    constexpr std::uint64_t least = 100;
    const std::uint64_t all = records_.at(place.among);
    const double share = static_cast<double>(records_.at(place.place)) / static_cast<double>(all);
    return all >= least && std::pow(share, static_cast<double>(place.names - 1)) <= chance;
}

}  // namespace bizrec::builder
