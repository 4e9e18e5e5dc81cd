#include "bizrec/where/circle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "bizrec/place/position.hpp"

namespace bizrec::search {

namespace {

// Within these bounds the series below are exact to 1e-11 of the haversine. A margin of `margin_share` of the distance
// is twice that share of the haversine, 2e-8, because the haversine grows with the square of the distance.
constexpr double latitude_bound = 0.1;  // radians between centre and position
constexpr double longitude_bound = 0.25;
constexpr std::int32_t centre_bound = 800'000'000;  // units of latitude; at higher latitudes cosines lose digits
constexpr double margin_metres = 1e-5;
constexpr double margin_share = 1e-8;

double haversine_of(double metres) noexcept {
    const double angle = std::clamp(metres / place::earth_radius_metres, 0.0, place::pi);
    const double sine = std::sin(angle / 2);
    return sine * sine;
}

/// sin²(x / 2) for |x| <= longitude_bound.
double half_sine_squared(double x) noexcept {
    const double x2 = x * x;
    return x2 * (1.0 / 4 - x2 * (1.0 / 48 - x2 * (1.0 / 1440 - x2 / 80640)));
}

double short_sine(double x) noexcept {
    const double x2 = x * x;
    return x * (1 - x2 * (1.0 / 6 - x2 * (1.0 / 120 - x2 / 5040)));
}

double short_cosine(double x) noexcept {
    const double x2 = x * x;
    return 1 - x2 * (1.0 / 2 - x2 * (1.0 / 24 - x2 * (1.0 / 720 - x2 / 40320)));
}

/// Radians from one longitude to another, the short way round.
double longitude_step(std::int32_t from, std::int32_t to) noexcept {
    std::int64_t units = std::int64_t{to} - from;
    if (units > place::date_line_units) {
        units -= 2 * std::int64_t{place::date_line_units};
    } else if (units < -place::date_line_units) {
        units += 2 * std::int64_t{place::date_line_units};
    }
    return static_cast<double>(units) * place::radians_per_unit;
}

}  // namespace

Circle::Edge Circle::edge_at(double metres) noexcept {
    const double margin = margin_metres + metres * margin_share;
    return {haversine_of(metres - margin), haversine_of(metres + margin)};
}

Circle::Circle(place::Position centre, double radius_metres) noexcept
    : centre_(centre), radius_metres_(radius_metres), box_(place::bounding_box(centre, radius_metres)) {
    const double latitude = centre.latitude * place::radians_per_unit;
    sine_ = std::sin(latitude);
    cosine_ = std::cos(latitude);
    far_from_poles_ = std::abs(std::int64_t{centre.latitude}) <= centre_bound;
    radius_ = edge_at(radius_metres);
    std::transform(std::begin(place::band_edges_metres), std::end(place::band_edges_metres), edges_.begin(), edge_at);
}

bool Circle::measure_exactly(place::Position position, unsigned& band) const noexcept {
    const double metres = place::distance_metres(centre_, position);
    band = place::distance_band(metres);
    return metres <= radius_metres_;
}

bool Circle::measure(place::Position position, unsigned below, unsigned& band) const noexcept {
    const double north =
        static_cast<double>(std::int64_t{position.latitude} - centre_.latitude) * place::radians_per_unit;
    const double east = longitude_step(centre_.longitude, position.longitude);
    if (!far_from_poles_ || std::abs(north) > latitude_bound || std::abs(east) > longitude_bound) {
        return measure_exactly(position, band);
    }
    const double cosine_there = cosine_ * short_cosine(north) - sine_ * short_sine(north);
    const double haversine = half_sine_squared(north) + cosine_ * cosine_there * half_sine_squared(east);
    if (haversine > radius_.surely_outside || (below <= band_edges && haversine > edges_[below - 1].surely_outside)) {
        return false;
    }
    if (haversine > radius_.surely_inside) {
        return measure_exactly(position, band);
    }
    std::size_t at = 0;
    while (at < band_edges && haversine > edges_[at].surely_outside) {
        ++at;
    }
    if (at < band_edges && haversine > edges_[at].surely_inside) {
        return measure_exactly(position, band);
    }
    band = static_cast<unsigned>(at);
    return true;
}

}  // namespace bizrec::search
