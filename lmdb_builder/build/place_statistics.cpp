#include "lmdb_builder/build/place_statistics.hpp"

#include <algorithm>
#include <tuple>

namespace bizrec::builder {
namespace {

// Each level's key holds the levels above, closed by a character that no folded name has.
constexpr char separator = '\x1F';

void extend(std::string& key, const std::string& name) {
    key.append(name).push_back(separator);
}

std::string path_of(const DocumentPlace& place, int levels) {
    std::string key;
    extend(key, place.country);
    extend(key, place.state);
    if (levels > 1) {
        extend(key, place.city);
    }
    if (levels > 2) {
        extend(key, place.postal_code);
    }
    return key;
}

/// The last level's name is empty.
bool is_nameless(std::string_view key) {
    return key.size() > 1 && key[key.size() - 2] == separator;
}

/// Towards minus infinity: the same for every order of summing.
std::int32_t floor_mean(std::int64_t sum, std::uint64_t count) noexcept {
    const auto n = static_cast<std::int64_t>(count);
    const std::int64_t quotient = sum / n;
    return static_cast<std::int32_t>(sum % n < 0 ? quotient - 1 : quotient);
}

}  // namespace

void PlaceStatistics::Sum::add(place::Position position) noexcept {
    if (position.exists()) {
        latitude += position.latitude;
        longitude += position.longitude;
        ++count;
    }
}

std::uint64_t PlaceStatistics::Sum::hilbert() const noexcept {
    if (count == 0) {
        return place::hilbert_index({});
    }
    return place::hilbert_index({floor_mean(latitude, count), floor_mean(longitude, count)});
}

void PlaceStatistics::add(const DocumentPlace& place, place::Position position) {
    key_.clear();
    extend(key_, place.country);
    extend(key_, place.state);
    states_[key_].add(position);
    extend(key_, place.city);
    cities_[key_].add(position);
    extend(key_, place.postal_code);
    postal_codes_[key_].add(position);
}

void PlaceStatistics::rank_level(Level& level) {
    struct Ranked {
        bool nameless;
        std::uint64_t hilbert;
        Level::value_type* entry;
    };
    std::vector<Ranked> order;
    order.reserve(level.size());
    for (Level::value_type& entry : level) {
        order.push_back({is_nameless(entry.first), entry.second.hilbert(), &entry});
    }
    std::sort(order.begin(), order.end(), [](const Ranked& a, const Ranked& b) {
        return std::tie(a.nameless, a.hilbert, a.entry->first) < std::tie(b.nameless, b.hilbert, b.entry->first);
    });
    std::uint32_t rank = 0;
    for (const Ranked& ranked : order) {
        ranked.entry->second.rank = rank++;
    }
}

void PlaceStatistics::rank() {
    rank_level(states_);
    rank_level(cities_);
    rank_level(postal_codes_);
}

PlaceStatistics::Ranks PlaceStatistics::ranks(const DocumentPlace& place) const {
    return {states_.at(path_of(place, 1)).rank, cities_.at(path_of(place, 2)).rank,
            postal_codes_.at(path_of(place, 3)).rank};
}

}  // namespace bizrec::builder
