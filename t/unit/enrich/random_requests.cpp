#include "t/unit/enrich/random_requests.hpp"

#include <algorithm>

namespace bizrec::search::testing {

namespace {

constexpr double radii[] = {1, 99, 700, 3000, 5000, 20000, 50000, 150000, 500000};

}  // namespace

EnrichQuery RandomRequests::next() {
    EnrichQuery query;
    const unsigned inputs = random_() % 3;
    if (inputs != 1) {
        query.has_website = true;
        query.website = any(websites);
    }
    if (inputs != 0) {
        query.has_profile = true;
        query.profile = chance(85) ? any(profiles) : any(websites);
    }
    const std::size_t count = chance(40) ? 0 : 1 + random_() % 3;
    while (query.locations.size() < count) {
        query.locations.push_back(location());
    }
    if (chance(4)) {
        add_many_circles(query);
    }
    query.limit = chance(50) ? enrich_limit : 1 + random_() % enrich_limit;
    return query;
}

LocationFilter RandomRequests::location() {
    const Place& place = any(places);
    LocationFilter filter;
    filter.country = place.country.empty() ? "US" : place.country;
    if (chance(25)) {
        filter.state = chance(90) ? place.state : any(places).state;
    }
    if (chance(35)) {
        filter.city = chance(90) ? place.city : any(places).city;
    }
    if (chance(20)) {
        filter.postal_codes.push_back(place.postal_code);
        for (unsigned more = random_() % 4; more > 0; --more) {
            filter.postal_codes.push_back(any(places).postal_code);
        }
        const auto empty = [](const std::string& code) { return code.empty(); };
        filter.postal_codes.erase(std::remove_if(filter.postal_codes.begin(), filter.postal_codes.end(), empty),
                                  filter.postal_codes.end());
    }
    if (chance(35)) {
        add_circle(filter, place);
    }
    return filter;
}

void RandomRequests::add_many_circles(EnrichQuery& query) {
    for (std::size_t more = 5 + random_() % 60; more > 0; --more) {
        const Place& place = any(places);
        LocationFilter filter;
        filter.country = place.country.empty() ? "US" : place.country;
        add_circle(filter, place);
        query.locations.push_back(filter);
    }
}

void RandomRequests::add_circle(LocationFilter& filter, const Place& place) {
    if (!place.position.exists()) {
        return;
    }
    filter.has_circle = true;
    filter.centre = place.position;
    filter.radius_metres = radii[random_() % std::size(radii)];
    if (chance(50)) {
        const auto shift = [this](std::int32_t value, std::int32_t bound) {
            return std::clamp(value + static_cast<std::int32_t>(random_() % 2000000) - 1000000, -bound, bound);
        };
        filter.centre.latitude = shift(filter.centre.latitude, 900000000);
        filter.centre.longitude = shift(filter.centre.longitude, 1800000000);
    }
}

}  // namespace bizrec::search::testing
