#include "lmdb_builder/gazetteer/nearest_place.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bizrec/place/box.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::builder {
namespace {

constexpr std::int32_t cell_units = 5'000'000;  // half a degree
constexpr std::int32_t cells_around = 720;
constexpr std::int32_t half_turn_units = 1'800'000'000;
constexpr std::int64_t whole_turn_units = 2 * std::int64_t{half_turn_units};

std::int32_t row_of(std::int32_t latitude) noexcept {
    return (latitude + half_turn_units / 2) / cell_units;
}

std::int32_t column_of(std::int32_t longitude) noexcept {
    return static_cast<std::int32_t>((std::int64_t{longitude} + half_turn_units) / cell_units) % cells_around;
}

std::uint32_t cell_of(std::int32_t row, std::int32_t column) noexcept {
    return static_cast<std::uint32_t>(row * cells_around + (column % cells_around + cells_around) % cells_around);
}

bool is_wanted(const NearestPlace::Point& point, const NearestPlace::Wanted& wanted) noexcept {
    return (point.is_record || !wanted.records_only) &&
           (wanted.country.empty() || wanted.country == std::string_view(point.country.data(), point.country.size()));
}

/// Whether two latitudes are farther apart than `metres`. Then the exact distance need not be computed. The margin is
/// for rounding errors.
bool is_beyond(std::int32_t a, std::int32_t b, double metres) noexcept {
    constexpr double margin = 1.000001;
    const double apart = static_cast<double>(std::abs(std::int64_t{a} - b)) * place::radians_per_unit;
    return apart * place::earth_radius_metres > metres * margin + 1;
}

}  // namespace

void NearestPlace::add(const Point& point) {
    cells_[cell_of(row_of(point.position.latitude), column_of(point.position.longitude))].push_back(point);
}

const NearestPlace::Point* NearestPlace::find(place::Position position, const Wanted& wanted) const {
    const Point* best = nullptr;
    double best_metres = wanted.metres;
    const std::int32_t row = row_of(position.latitude);
    const std::int32_t column = column_of(position.longitude);
    // Searches the cell of `position`, then ring after ring of cells around it. Stops at the first ring that lies
    // outside of the bounding box of the best distance so far.
    for (std::int32_t ring = 0;; ++ring) {
        const place::Box box = place::bounding_box(position, best_metres);
        const std::int64_t width = (box.east - std::int64_t{box.west} + whole_turn_units) % (whole_turn_units + 1);
        const std::int32_t reach = std::max(
            {row_of(box.north) - row, row - row_of(box.south), static_cast<std::int32_t>(width / cell_units) + 1});
        if (ring > std::min(reach, cells_around / 2)) {
            return best;
        }
        for (std::int32_t r = row - ring; r <= row + ring; ++r) {
            const bool is_edge = r == row - ring || r == row + ring;
            for (std::int32_t c = column - ring; c <= column + ring; c += is_edge || ring == 0 ? 1 : 2 * ring) {
                const auto cell = cells_.find(cell_of(r, c));
                if (r < 0 || cell == cells_.end()) {
                    continue;
                }
                for (const Point& point : cell->second) {
                    if (!is_wanted(point, wanted) ||
                        is_beyond(position.latitude, point.position.latitude, best_metres)) {
                        continue;
                    }
                    const double metres = place::distance_metres(position, point.position);
                    if (metres <= best_metres && (best == nullptr || metres < best_metres)) {
                        best = &point;
                        best_metres = metres;
                    }
                }
            }
        }
    }
}

}  // namespace bizrec::builder
