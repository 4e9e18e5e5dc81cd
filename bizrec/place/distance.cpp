#include "bizrec/place/distance.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "bizrec/place/position.hpp"

namespace bizrec::place {

std::optional<Position> make_position(double latitude_degrees, double longitude_degrees) noexcept {
    // NaN fails every comparison, so it is not inside.
    const bool inside =
        latitude_degrees >= -90 && latitude_degrees <= 90 && longitude_degrees >= -180 && longitude_degrees <= 180;
    if (!inside) {
        return std::nullopt;
    }
    return Position{static_cast<std::int32_t>(std::lround(latitude_degrees * units_per_degree)),
                    static_cast<std::int32_t>(std::lround(longitude_degrees * units_per_degree))};
}

double distance_metres(Position a, Position b) noexcept {
    // Differences of integers are exact. Differences of rounded radians would lose the last centimetre.
    const double half_latitude = static_cast<double>(std::int64_t{b.latitude} - a.latitude) * radians_per_unit / 2;
    const double half_longitude = static_cast<double>(std::int64_t{b.longitude} - a.longitude) * radians_per_unit / 2;
    const double sine_latitude = std::sin(half_latitude);
    const double sine_longitude = std::sin(half_longitude);
    const double haversine = sine_latitude * sine_latitude + std::cos(a.latitude * radians_per_unit) *
                                                                 std::cos(b.latitude * radians_per_unit) *
                                                                 sine_longitude * sine_longitude;
    const double bounded = std::clamp(haversine, 0.0, 1.0);
    return 2 * earth_radius_metres * std::atan2(std::sqrt(bounded), std::sqrt(1 - bounded));
}

unsigned distance_band(double metres) noexcept {
    return static_cast<unsigned>(std::lower_bound(std::begin(band_edges_metres), std::end(band_edges_metres), metres) -
                                 std::begin(band_edges_metres));
}

}  // namespace bizrec::place
