#include "lmdb_builder/order/largest_cities.hpp"

#include <algorithm>

#include "lmdb_builder/order/place_statistics.hpp"

namespace bizrec::builder {
namespace {

constexpr char field_separator = '\x1F';

bool is_same_city(const DocumentPlace& a, const DocumentPlace& b) noexcept {
    return a.city == b.city && a.state == b.state && a.country == b.country;
}

}  // namespace

void LargestCities::add(std::uint32_t docid, const DocumentPlace& place) {
    if (!is_same_city(here_, place)) {
        go_to(place);
    }
    if (city_ == none) {
        return;
    }
    City& city = cities_[city_];
    ++city.documents;
    extend_ranges(city.ranges, docid);
}

void LargestCities::go_to(const DocumentPlace& place) {
    here_ = place;
    city_ = none;
    if (place.city.empty()) {
        return;
    }
    key_.assign(place.city).append(1, field_separator).append(place.country);
    const std::uint32_t country = names_in_country_.add(key_).id;
    key_.append(1, field_separator).append(place.state);
    const StringTable::Added added = keys_.add(key_);
    city_ = added.id;
    if (added.is_new) {
        City& city = cities_.emplace_back();
        city.name = names_.add(place.city).id;
        city.country = country;
        city.has_state = !place.state.empty();
    }
}

std::vector<LargestCities::Whole> LargestCities::wholes() const {
    // For each number in names_in_country_: the largest city of this name and country among those with a state.
    std::vector<Whole> of_country(names_in_country_.size());
    for (std::uint32_t id = 0; id < cities_.size(); ++id) {
        Whole& largest = of_country[cities_[id].country];
        if (cities_[id].has_state && cities_[id].documents > largest.documents) {
            largest = {id, none, cities_[id].documents};
        }
    }
    std::vector<Whole> all(cities_.size());
    for (std::uint32_t id = 0; id < cities_.size(); ++id) {
        const std::uint32_t largest = of_country[cities_[id].country].city;
        const bool is_part = !cities_[id].has_state && largest != none;
        Whole& whole = all[is_part ? largest : id];
        (is_part ? whole.without_state : whole.city) = id;
        whole.documents += cities_[id].documents;
    }
    return all;
}

void LargestCities::mark(std::uint32_t city, std::vector<bool>& inside) const {
    for (const place::Range& range : cities_[city].ranges) {
        std::fill(inside.begin() + range.begin, inside.begin() + range.end, true);
    }
}

std::vector<bool> LargestCities::documents_inside(std::uint32_t documents) const {
    std::vector<Whole> largest(names_.size());
    std::vector<std::uint32_t> namesakes(names_.size());
    for (const Whole& whole : wholes()) {
        if (whole.documents != 0) {
            const std::uint32_t name = cities_[whole.city].name;
            ++namesakes[name];
            largest[name] = whole.documents > largest[name].documents ? whole : largest[name];
        }
    }
    std::vector<bool> inside(documents);
    for (std::uint32_t name = 0; name < largest.size(); ++name) {
        if (namesakes[name] > 1) {
            mark(largest[name].city, inside);
            if (largest[name].without_state != none) {
                mark(largest[name].without_state, inside);
            }
        }
    }
    return inside;
}

}  // namespace bizrec::builder
