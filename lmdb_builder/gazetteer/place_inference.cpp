#include "lmdb_builder/gazetteer/place_inference.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/folded_names.hpp"

namespace bizrec::builder {
namespace {

/// Country domains that are sold worldwide because of the meaning of their letters. Sorted.
constexpr std::array<std::string_view, 36> worldwide_domains = {
    "ac", "ag", "ai", "am", "as", "bz", "cc", "cd", "cf", "co", "cx", "dj", "fm", "ga", "gg", "gl", "gq", "im",
    "io", "is", "la", "li", "ly", "me", "ml", "ms", "mu", "nu", "pw", "sc", "sh", "st", "tk", "to", "tv", "ws"};

}  // namespace

std::string country_of_domain(std::string_view domain, const PlaceCatalog& catalog) {
    const std::size_t dot = domain.rfind('.');
    if (dot == std::string_view::npos || domain.size() - dot != 3 || domain.find(':') != std::string_view::npos) {
        return {};
    }
    const std::string_view label = domain.substr(dot + 1);
    if (std::binary_search(worldwide_domains.begin(), worldwide_domains.end(), label)) {
        return {};
    }
    if (label == "uk") {
        return "GB";
    }
    const std::string alpha2 = {upper(label[0]), upper(label[1])};
    // The catalog also finds countries by names of two letters. Only a country's code is mapped to itself.
    return catalog.country(alpha2) == alpha2 ? alpha2 : std::string();
}

namespace {

constexpr char state_of_nowhere = '~';  // first character of canonical_state() for an unknown state

/// Sets the inferred country. Normalises state and postal code again, because their forms depend on the country.
void read_in_country(const PlaceCatalog& catalog, const std::string& country, DocumentPlace& place) {
    place.country = country;
    if (!place.state.empty() && place.state.front() == state_of_nowhere) {
        place.state = catalog.canonical_state(country, place.state.substr(1));
    }
    if (!place.postal_code.empty()) {
        const std::string code = place.postal_code;
        place::fold_postal_code(code, country, place.postal_code);
    }
}

}  // namespace

PlaceInference::PlaceInference(const PlaceCatalog& catalog, const PlaceStatistics& places,
                               const std::vector<WeatherCity>& cities)
    : catalog_(&catalog), places_(&places), cities_(&cities) {
    for (std::uint32_t id = 0; id < places.size(); ++id) {
        const place::Position centre = places.centre(id);
        const DocumentPlace place = places.place(id);
        if (centre.exists() && place.country.size() == 2 && !place.city.empty()) {
            nearest_.add({centre, id, true, {place.country[0], place.country[1]}});
            if (!place.postal_code.empty()) {
                by_postal_code_[place.country + place.postal_code].push_back(id);
            }
        }
    }
    for (std::uint32_t id = 0; id < cities.size(); ++id) {
        nearest_.add({cities[id].position, id, false, {cities[id].country[0], cities[id].country[1]}});
    }
}

bool PlaceInference::complete_without_position(const PlaceCatalog& catalog, const Document& document,
                                               DocumentPlace& place) {
    if (!document.place.country.empty() || document.columns.position.exists()) {
        return false;
    }
    std::string country = country_of_domain(document.keys.domain(), catalog);
    if (country.empty()) {
        country = document.phone_country;
    }
    if (country.empty()) {
        return false;
    }
    read_in_country(catalog, country, place);
    return true;
}

DocumentPlace PlaceInference::place_of(const NearestPlace::Point& point) const {
    if (point.is_record) {
        return places_->place(point.id);
    }
    const WeatherCity& city = (*cities_)[point.id];
    DocumentPlace place;
    place.country = city.country;
    place::fold_city(city.name, place.city);
    return place;
}

/// The place within city_metres that gives a record its city: the nearest one of the same postal code, or else the
/// nearest city.
std::optional<DocumentPlace> PlaceInference::city_of(place::Position position, const DocumentPlace& place) const {
    const auto same_code = by_postal_code_.find(place.country + place.postal_code);
    double least = city_metres;
    std::optional<std::uint32_t> best;
    if (!place.postal_code.empty() && same_code != by_postal_code_.end()) {
        for (const std::uint32_t id : same_code->second) {
            const double metres = place::distance_metres(position, places_->centre(id));
            if (metres < least) {
                best = id;
                least = metres;
            }
        }
    }
    if (best) {
        return places_->place(*best);
    }
    const NearestPlace::Point* point = nearest_.find(position, {city_metres, place.country, false});
    return point == nullptr ? std::nullopt : std::optional<DocumentPlace>(place_of(*point));
}

void PlaceInference::copy_country(const DocumentPlace& nearest, DocumentPlace& place) const {
    read_in_country(*catalog_, nearest.country, place);
    if (place.state.empty()) {
        place.state = nearest.state;
    }
}

bool PlaceInference::complete(place::Position position, DocumentPlace& place, DocumentPlace& ranked) const {
    bool is_more = false;
    if (place.country.empty()) {
        const NearestPlace::Point* point = nearest_.find(position, {country_metres, {}, false});
        if (point == nullptr) {
            return false;
        }
        copy_country(place_of(*point), place);
        is_more = true;
    }
    if (place.city.empty()) {
        const std::optional<DocumentPlace> found = city_of(position, place);
        if (found) {
            const DocumentPlace& nearest = *found;
            place.city = nearest.city;
            if (place.state.empty()) {
                place.state = nearest.state;
            }
            is_more = true;
        }
    }
    if (is_more) {
        const NearestPlace::Point* neighbour = nearest_.find(position, {country_metres, place.country, true});
        if (neighbour != nullptr) {
            ranked = places_->place(neighbour->id);
        }
    }
    return is_more;
}

std::string_view PlaceCompleter::complete(std::string_view document) {
    decode_location(document, document_.columns, document_.place);
    is_more_ = false;
    if (inference_ == nullptr || (!document_.place.country.empty() && !document_.place.city.empty())) {
        return document;
    }
    const bool had_country = !document_.place.country.empty();
    const bool had_city = !document_.place.city.empty();
    if (document_.columns.position.exists()) {
        ranked_ = document_.place;
        if (!inference_->complete(document_.columns.position, document_.place, ranked_)) {
            return document;
        }
    } else {
        decode_facts(document, document_);
        if (!PlaceInference::complete_without_position(*catalog_, document_, document_.place)) {
            return document;
        }
        // the order of documents has this place: the stage that counted the places inferred the same country
        ranked_ = document_.place;
    }
    is_more_ = true;
    countries_ += had_country ? 0 : 1;
    cities_ += had_city || document_.place.city.empty() ? 0 : 1;
    document_.columns.flags |= format::flag::inferred_place;
    replace_location(document, document_.columns, document_.place, bytes_);
    return bytes_.text();
}

}  // namespace bizrec::builder
