#pragma once

#include <string>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::search::testing {

inline identity::Identity site(std::string key, std::string host, std::string path = "") {
    identity::Identity out;
    out.kind = identity::Kind::domain;
    out.key = std::move(key);
    out.host = std::move(host);
    out.path = std::move(path);
    return out;
}

inline identity::Identity profile(std::string key) {
    identity::Identity out;
    out.kind = identity::Kind::social;
    out.key = std::move(key);
    return out;
}

inline identity::Identity nobody() {
    identity::Identity out;
    out.kind = identity::Kind::none;
    return out;
}

inline EnrichQuery by_website(identity::Identity website) {
    EnrichQuery query;
    query.has_website = true;
    query.website = std::move(website);
    return query;
}

inline EnrichQuery by_profile(identity::Identity link) {
    EnrichQuery query;
    query.has_profile = true;
    query.profile = std::move(link);
    return query;
}

inline EnrichQuery by_both(identity::Identity website, identity::Identity link) {
    EnrichQuery query = by_website(std::move(website));
    query.has_profile = true;
    query.profile = std::move(link);
    return query;
}

inline LocationFilter in_country(std::string country) {
    LocationFilter out;
    out.country = std::move(country);
    return out;
}

inline LocationFilter in_city(std::string city) {
    LocationFilter out;
    out.city = std::move(city);
    return out;
}

inline LocationFilter in_circle(place::Position centre, double radius_metres) {
    LocationFilter out;
    out.has_circle = true;
    out.centre = centre;
    out.radius_metres = radius_metres;
    return out;
}

}  // namespace bizrec::search::testing
