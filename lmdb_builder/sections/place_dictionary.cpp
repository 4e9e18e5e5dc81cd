#include "lmdb_builder/sections/place_dictionary.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "bizrec/format/place_entry.hpp"
#include "bizrec/place/distance.hpp"
#include "lmdb_builder/gazetteer/city_aliases.hpp"
#include "lmdb_builder/gazetteer/city_rules.hpp"
#include "lmdb_builder/order/place_statistics.hpp"
#include "lmdb_builder/sections/key_section.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t alpha2_length = 2;

std::uint32_t country_number(const std::string& alpha2) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(alpha2[0])) << 8 |
           static_cast<std::uint32_t>(static_cast<unsigned char>(alpha2[1]));
}

std::uint64_t inferred_flag(bool has_inferred) noexcept {
    return has_inferred ? format::place_flag::has_inferred : 0;
}

SectionKey key_of(const std::string& key, const place::Ranges& ranges, std::uint64_t flags,
                  const place::Range& largest_town = {}) {
    static_assert(sizeof(place::Range) == 2 * sizeof(std::uint32_t));
    return {format::hash_key(key),
            &ranges.front().begin,
            static_cast<std::uint32_t>(ranges.size() * 2),
            {flags, format::largest_town_bits(largest_town)}};
}

}  // namespace

/// The names of cities that are the beginning or the end of another city's name. Records of New Hartford also have the
/// word "Hartford", so this word finds more than the records of the city Hartford.
class PlaceDictionary::NamesInNames {
public:
    explicit NamesInNames(const std::vector<RecordCity>& cities) {
        for (const RecordCity& city : cities) {
            names_.add(city.name);
        }
        is_part_.resize(names_.size());
        for (std::uint32_t id = 0; id < names_.size(); ++id) {
            const std::string_view name = names_[id];
            for (std::size_t size = min_part_bytes; size < name.size(); ++size) {
                add(name.substr(0, size));
                add(name.substr(name.size() - size));
            }
        }
    }

    bool holds(std::string_view name) const {
        const auto id = names_.find(name, StringTable::hash(name));
        return id && is_part_[*id];
    }

private:
    static constexpr std::size_t min_part_bytes = 4;

    void add(std::string_view part) {
        if (const auto id = names_.find(part, StringTable::hash(part))) {
            is_part_[*id] = true;
        }
    }

    StringTable names_;
    std::vector<bool> is_part_;  // indexed by number in names_
};

void PlaceDictionary::add(std::uint32_t docid, const DocumentPlace& place, place::Position position, bool is_inferred) {
    if (place.country.size() != alpha2_length) {
        return;  // the key of a place contains its country
    }
    go_to(place);
    countries_ += extend_ranges(here_.country->ranges, docid) ? 1 : 0;
    if (here_.state != nullptr) {
        extend_ranges(here_.state->ranges, docid);
    }
    if (here_.city != nullptr) {
        cities_ += extend_ranges(*here_.city->ranges, docid) ? 1 : 0;
        if (here_.town == nullptr) {
            here_.town = &here_.city->towns[place.state];
        }
        if (!is_inferred) {
            place::Range& documents = here_.town->documents;
            documents = {here_.town->records == 0 ? docid : documents.begin, docid + 1};
            ++here_.town->records;
        }
        if (position.exists()) {
            here_.town->latitude += position.latitude;
            here_.town->longitude += position.longitude;
            ++here_.town->positions;
        }
    }
    if (here_.postal_code != nullptr) {
        postal_codes_ += extend_ranges(here_.postal_code->ranges, docid) ? 1 : 0;
    }
    if (is_inferred) {
        for (Place* place_of : {here_.country, here_.state}) {
            if (place_of != nullptr) {
                place_of->has_inferred = true;
            }
        }
        if (here_.city != nullptr) {
            here_.city->has_inferred = true;
        }
    }
}

/// Makes `place` the place in `here_`. The pointers in `here_` stay valid, because a std::unordered_map does not move
/// its elements.
void PlaceDictionary::go_to(const DocumentPlace& place) {
    const bool is_elsewhere = place.country != here_.place.country;
    if (is_elsewhere) {
        format::country_key(place.country, key_);
        here_.country = &table_[key_];
    }
    const bool is_in_another_state = is_elsewhere || place.state != here_.place.state;
    if (is_in_another_state) {
        key_.assign(place.country).append(place.state);
        here_.state = place.state.empty() ? nullptr : &states_[key_];
    }
    if (is_elsewhere || place.city != here_.place.city) {
        go_to_city(place);
        here_.town = nullptr;
    }
    if (is_in_another_state) {
        here_.town = nullptr;
    }
    if (is_elsewhere || place.postal_code != here_.place.postal_code) {
        format::postal_code_key(place.country, place.postal_code, key_);
        here_.postal_code = place.postal_code.empty() ? nullptr : &table_[key_];
    }
    here_.place = place;
}

void PlaceDictionary::go_to_city(const DocumentPlace& place) {
    if (place.city.empty()) {
        here_.city = nullptr;
        return;
    }
    format::city_key(place.country, place.city, key_);
    here_.city = &cities_of_records_[key_];
    if (here_.city->ranges == nullptr) {
        here_.city->country = place.country;
        here_.city->name = place.city;
        here_.city->ranges = &table_[key_].ranges;
    }
}

// Adds the keys of states: one for each form of a state's name. Two states may share a form: one that the catalog
// knows, and one that only exists in the texts of records. Then the form means both.
void PlaceDictionary::name_states(format::Meta& meta, std::vector<SectionKey>& keys) {
    for (const auto& [state, place] : states_) {
        const place::Ranges& ranges = place.ranges;
        const std::string alpha2 = state.substr(0, alpha2_length);
        for (const std::string& form : catalog_->state_forms(alpha2, state.substr(alpha2_length))) {
            format::state_key(alpha2, form, key_);
            place::Ranges& all = table_[key_].ranges;
            all.insert(all.end(), ranges.begin(), ranges.end());
            place::normalise(all);
            format::query_state_key(form, key_);
            QueryName& anywhere = query_states_[key_];
            anywhere.ranges.insert(anywhere.ranges.end(), ranges.begin(), ranges.end());
            anywhere.flags |= inferred_flag(place.has_inferred);
            states_of_forms_.emplace(alpha2 + form, state.substr(alpha2_length));
        }
    }
    for (auto& [key, name] : query_states_) {
        place::normalise(name.ranges);
        keys.push_back(key_of(key, name.ranges, name.flags));
    }
    meta.states = states_.size();
}

/// The centre of the town that has the most records with a position; missing if no record has one.
place::Position PlaceDictionary::City::centre() const {
    const auto greatest = std::max_element(towns.begin(), towns.end(), [](const auto& a, const auto& b) {
        return a.second.positions < b.second.positions;
    });
    return greatest == towns.end() ? place::Position() : greatest->second.centre();
}

place::Position PlaceDictionary::Town::centre() const {
    if (positions == 0) {
        return {};
    }
    const auto count = static_cast<std::int64_t>(positions);
    return {static_cast<std::int32_t>(latitude / count), static_cast<std::int32_t>(longitude / count)};
}

std::vector<const PlaceDictionary::City*> PlaceDictionary::sorted_cities() const {
    std::vector<const City*> cities;
    cities.reserve(cities_of_records_.size());
    for (const auto& [key, city] : cities_of_records_) {
        cities.push_back(&city);
    }
    std::sort(cities.begin(), cities.end(), [](const City* a, const City* b) {
        return std::tie(a->country, a->name) < std::tie(b->country, b->name);
    });
    return cities;
}

/// The documents of the largest town with this name, as one range: the town that most records state. If `name` is the
/// own name of some of the cities, and not only an alias, only the towns of these cities compete. Empty if records
/// state no other town. Also empty if another town is near the largest one: both are then the same town, spelt
/// differently or without its state, and neither must rank above the other.
place::Range PlaceDictionary::largest_town(std::string_view name, const CityNumbers& numbers,
                                           const std::vector<const City*>& cities) {
    const bool is_own_name =
        std::any_of(numbers.begin(), numbers.end(), [&](std::uint32_t number) { return cities[number]->name == name; });
    const Town* largest = nullptr;
    for (const std::uint32_t number : numbers) {
        for (const auto& [state, town] : cities[number]->towns) {
            const bool competes = !is_own_name || cities[number]->name == name;
            largest = competes && (largest == nullptr || town.records > largest->records) ? &town : largest;
        }
    }
    bool has_others = false;
    const place::Position here = largest->centre();
    for (const std::uint32_t number : numbers) {
        for (const auto& [state, town] : cities[number]->towns) {
            const place::Position there = town.centre();
            if (&town != largest && here.exists() && there.exists() &&
                place::distance_metres(here, there) < CityAliases::same_name_metres) {
                return {};
            }
            has_others = has_others || (&town != largest && town.records != 0);
        }
    }
    return has_others ? largest->documents : place::Range();
}

/// Adds the documents of the city that `name` means. If this is another name of the city, and also the name of a state
/// in which the city has records, only the records of this state and those without a state count: "Washington DC" is
/// not Washington, New Jersey.
void PlaceDictionary::add_part(const City& city, std::string_view name, place::Ranges& to) const {
    const auto state =
        city.name == name ? states_of_forms_.end() : states_of_forms_.find(city.country + std::string(name));
    place::Ranges part;
    if (state != states_of_forms_.end()) {
        place::intersect(*city.ranges, states_.at(city.country + state->second).ranges, part);
    }
    if (part.empty()) {
        part = *city.ranges;
    } else if (const auto town = city.towns.find(""); town != city.towns.end() && town->second.records != 0) {
        part.push_back(town->second.documents);
    }
    to.insert(to.end(), part.begin(), part.end());
}

/// The documents of all these cities, as far as `name` means them. Most names belong to one city only: then returns the
/// city's ranges, not a copy.
const place::Ranges& PlaceDictionary::ranges_of(std::string_view name, const CityNumbers& numbers,
                                                const std::vector<const City*>& cities) {
    if (numbers.size() == 1 && cities[numbers.front()]->name == name) {
        return *cities[numbers.front()]->ranges;
    }
    place::Ranges& all = of_several_.emplace_back();
    for (const std::uint32_t number : numbers) {
        add_part(*cities[number], name, all);
    }
    place::normalise(all);
    return all;
}

/// Adds the keys under which filters and queries find cities: by their own names and by other names.
void PlaceDictionary::name_cities(std::vector<SectionKey>& keys) {
    const std::vector<const City*> cities = sorted_cities();
    std::vector<RecordCity> facts;
    facts.reserve(cities.size());
    for (const City* city : cities) {
        facts.push_back({city->country, city->name, city->centre()});
    }
    const CityRules rules = must(CityRules::read({"city_names.txt", names_.rules}));
    const CityAliases aliases = must(CityAliases::find(facts, *names_.gazetteer, names_.locale_dir, rules));
    add_filters(aliases, cities, keys);
    add_names(aliases, cities, NamesInNames(facts), keys);
}

void PlaceDictionary::add_filters(const CityAliases& aliases, const std::vector<const City*>& cities,
                                  std::vector<SectionKey>& keys) {
    const CitiesByName& filters = aliases.filters();
    for (std::uint32_t at = 0; at < filters.size(); ++at) {
        const std::string_view name = filters.text(at).substr(alpha2_length);
        const CityNumbers& numbers = filters.cities(at);
        format::city_key(filters.text(at).substr(0, alpha2_length), name, key_);
        const auto own = table_.find(key_);
        if (own != table_.end()) {
            with_namesakes_[&own->second.ranges] = &ranges_of(name, numbers, cities);
            continue;
        }
        const CityNumbers* anywhere = aliases.names().find(name);
        // If the country has no key for the name, a filter uses the name's key for all countries. So the country needs
        // a key only if the key for all countries lacks some of these cities.
        if (anywhere == nullptr || !std::includes(anywhere->begin(), anywhere->end(), numbers.begin(), numbers.end())) {
            keys.push_back(key_of(key_, ranges_of(name, numbers, cities), 0));
        }
    }
}

void PlaceDictionary::add_names(const CityAliases& aliases, const std::vector<const City*>& cities,
                                const NamesInNames& parts, std::vector<SectionKey>& keys) {
    const CitiesByName& names = aliases.names();
    for (std::uint32_t at = 0; at < names.size(); ++at) {
        const std::string_view name = names.text(at);
        std::uint64_t flags = parts.holds(name) ? format::place_flag::words_do_not_tell : 0;
        for (const std::uint32_t number : names.cities(at)) {
            const bool is_inferred = cities[number]->has_inferred;
            flags |= inferred_flag(is_inferred);
            flags |= is_inferred || cities[number]->name != name ? format::place_flag::words_do_not_tell : 0;
        }
        format::query_city_key(name, key_);
        keys.push_back(key_of(key_, ranges_of(name, names.cities(at), cities), flags,
                              largest_town(name, names.cities(at), cities)));
    }
}

void PlaceDictionary::write(Workers& workers, store::IndexWriter& writer, format::Meta& meta) {
    meta.countries = countries_;
    meta.cities = cities_;
    meta.postal_codes = postal_codes_;
    std::vector<SectionKey> keys;
    name_states(meta, keys);
    name_cities(keys);
    for (const auto& [key, place] : table_) {
        const auto more = with_namesakes_.find(&place.ranges);
        keys.push_back(key_of(key, more == with_namesakes_.end() ? place.ranges : *more->second,
                              inferred_flag(place.has_inferred)));
    }
    std::vector<std::uint32_t> numbers;
    numbers.reserve(catalog_->country_names().size());  // the keys point to them
    for (const auto& [folded, alpha2] : catalog_->country_names()) {
        format::country_name_key(folded, key_);
        numbers.push_back(country_number(alpha2));
        keys.push_back({format::hash_key(key_), &numbers.back(), 1, {0, 0}});
    }
    write_key_section(workers, writer, format::Section::places, std::move(keys));
}

}  // namespace bizrec::builder
