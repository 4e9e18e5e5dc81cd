#include "lmdb_builder/order/place_statistics.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

#include "bizrec/place/hilbert.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {

std::string_view DocidKey::make(const DocumentColumns& columns, const DocumentPlace& ranked,
                                const PlaceStatistics& places) {
    place_key_.assign(ranked);
    key_.clear();
    append_big_endian(key_, places.rank_of(place_key_));
    append_big_endian(key_, place::hilbert_index(columns.position));
    key_.append(reinterpret_cast<const char*>(columns.id.data()), columns.id.size());
    return key_;
}

namespace {

// The key of a place is its country, state, city and postal code. This character ends each of the four names; no folded
// name contains it.
constexpr char separator = '\x1F';
constexpr std::string_view no_country = "\xFF\xFF";  // sorts after every alpha-2 code
constexpr std::size_t level_count = 3;               // levels of states, cities and postal codes

void extend(std::string& key, const std::string& name) {
    key.append(name).push_back(separator);
}

/// The beginnings of a place's key: its country; then the key up to the state, up to the city, and up to the postal
/// code.
struct LevelKeys {
    std::string_view country;
    std::array<std::string_view, level_count> levels;

    explicit LevelKeys(std::string_view key) noexcept {
        std::size_t end = key.find(separator);
        country = key.substr(0, end);
        for (std::string_view& level : levels) {
            end = key.find(separator, end + 1);
            level = key.substr(0, end + 1);
        }
    }
};

/// Whether the last name in the key is empty.
bool is_nameless(std::string_view key) noexcept {
    return key.size() > 1 && key[key.size() - 2] == separator;
}

/// The mean, rounded towards minus infinity. `count` > 0.
std::int32_t floor_mean(std::int64_t sum, std::uint64_t count) noexcept {
    const auto n = static_cast<std::int64_t>(count);
    const std::int64_t quotient = sum / n;
    return static_cast<std::int32_t>(sum % n < 0 ? quotient - 1 : quotient);
}

}  // namespace

void PlaceKey::assign(const DocumentPlace& place) {
    text.clear();
    extend(text, place.country);
    extend(text, place.state);
    extend(text, place.city);
    extend(text, place.postal_code);
    hash = StringTable::hash(text);
}

void PlaceStatistics::Sum::add(const Sum& other) noexcept {
    latitude += other.latitude;
    longitude += other.longitude;
    count += other.count;
}

place::Position PlaceStatistics::Sum::centre() const noexcept {
    return count == 0 ? place::Position() : place::Position{floor_mean(latitude, count), floor_mean(longitude, count)};
}

std::uint64_t PlaceStatistics::Sum::hilbert() const noexcept {
    return place::hilbert_index(centre());
}

DocumentPlace PlaceStatistics::place(std::uint32_t number) const {
    std::string_view key = places_[number];
    DocumentPlace place;
    for (std::string* part : {&place.country, &place.state, &place.city, &place.postal_code}) {
        const std::size_t end = key.find(separator);
        part->assign(key.substr(0, end));
        key.remove_prefix(end + 1);
    }
    return place;
}

void PlaceStatistics::add(const PlaceKey& place, place::Position position) {
    const StringTable::Added added = places_.add(place.text, place.hash);
    if (added.is_new) {
        sums_.emplace_back();
    }
    if (position.exists()) {
        sums_[added.id].add({position.latitude, position.longitude, 1});
    }
}

/// The states, the cities and the postal codes, each with its rank among all places of its level.
class PlaceStatistics::Levels {
public:
    struct Ranked {
        Sum sum;
        std::uint32_t rank = 0;
    };
    using OfPlace = std::array<const Ranked*, level_count>;

    explicit Levels(std::size_t places) {
        for (Level& level : levels_) {
            level.reserve(places);
        }
    }

    /// Adds the positions of a place to the sums of its state, its city and its postal code. Returns these three
    /// entries, which live as long as this object.
    OfPlace add(const LevelKeys& keys, const Sum& sum) {
        OfPlace all{};
        for (std::size_t level = 0; level < level_count; ++level) {
            Ranked& ranked = levels_[level][keys.levels[level]];
            ranked.sum.add(sum);
            all[level] = &ranked;
        }
        return all;
    }

    void rank() {
        for (Level& level : levels_) {
            rank_level(level);
        }
    }

    static std::array<std::uint32_t, level_count> ranks(const OfPlace& place) noexcept {
        std::array<std::uint32_t, level_count> ranks{};
        for (std::size_t level = 0; level < level_count; ++level) {
            ranks[level] = place[level]->rank;
        }
        return ranks;
    }

private:
    using Level = std::unordered_map<std::string_view, Ranked>;

    static void rank_level(Level& level) {
        struct Place {
            bool nameless;
            std::uint64_t hilbert;
            Level::value_type* entry;
        };
        std::vector<Place> order;
        order.reserve(level.size());
        for (Level::value_type& entry : level) {
            order.push_back({is_nameless(entry.first), entry.second.sum.hilbert(), &entry});
        }
        std::sort(order.begin(), order.end(), [](const Place& a, const Place& b) {
            return std::tie(a.nameless, a.hilbert, a.entry->first) < std::tie(b.nameless, b.hilbert, b.entry->first);
        });
        std::uint32_t rank = 0;
        for (const Place& place : order) {
            place.entry->second.rank = rank++;
        }
    }

    std::array<Level, level_count> levels_;
};

void PlaceStatistics::rank() {
    Levels levels(places_.size());
    std::vector<Levels::OfPlace> of_levels;
    of_levels.reserve(places_.size());
    for (std::uint32_t id = 0; id < places_.size(); ++id) {
        of_levels.push_back(levels.add(LevelKeys(places_[id]), sums_[id]));
    }
    levels.rank();
    struct Place {
        std::string_view country;
        std::array<std::uint32_t, level_count> ranks;
        std::uint32_t id;
    };
    std::vector<Place> order;
    order.reserve(places_.size());
    for (std::uint32_t id = 0; id < places_.size(); ++id) {
        const std::string_view country = LevelKeys(places_[id]).country;
        order.push_back({country.empty() ? no_country : country, Levels::ranks(of_levels[id]), id});
    }
    std::sort(order.begin(), order.end(), [](const Place& a, const Place& b) {
        return std::tie(a.country, a.ranks) < std::tie(b.country, b.ranks);
    });
    rank_.resize(order.size());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
        rank_[order[rank].id] = rank;
    }
}

std::uint32_t PlaceStatistics::rank_of(const PlaceKey& place) const {
    return rank_[places_.find(place.text, place.hash).value()];
}

}  // namespace bizrec::builder
