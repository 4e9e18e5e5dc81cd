#include "lmdb_builder/sections/place_dictionary.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "bizrec/format/place_entry.hpp"
#include "lmdb_builder/gazetteer/city_aliases.hpp"
#include "lmdb_builder/gazetteer/city_rules.hpp"
#include "lmdb_builder/sections/key_section.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t alpha2_length = 2;

/// True where the range list was empty: a new place.
bool extend_ranges(place::Ranges& ranges, std::uint32_t docid) {
    const bool is_new = ranges.empty();
    if (!is_new && ranges.back().end == docid) {
        ++ranges.back().end;
    } else {
        ranges.push_back({docid, docid + 1});
    }
    return is_new;
}

std::uint32_t country_number(const std::string& alpha2) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(alpha2[0])) << 8 |
           static_cast<std::uint32_t>(static_cast<unsigned char>(alpha2[1]));
}

/// Names that others begin or end with: "Hartford" is a word of New Hartford's records.
std::unordered_set<std::string_view> parts_of_names(const std::vector<RecordCity>& cities) {
    constexpr std::size_t shortest_part = 4;
    std::unordered_set<std::string_view> names;
    for (const RecordCity& city : cities) {
        names.insert(city.name);
    }
    std::unordered_set<std::string_view> parts;
    for (const std::string_view name : names) {
        for (std::size_t size = shortest_part; size < name.size(); ++size) {
            for (const std::string_view part : {name.substr(0, size), name.substr(name.size() - size)}) {
                if (names.count(part) != 0) {
                    parts.insert(part);
                }
            }
        }
    }
    return parts;
}

}  // namespace

void PlaceDictionary::add(std::uint32_t docid, const DocumentPlace& place, place::Position position, bool is_inferred) {
    if (place.country.size() != alpha2_length) {
        return;  // every look-up of a place names a country
    }
    format::country_key(place.country, key_);
    countries_ += extend_ranges(table_[key_], docid) ? 1 : 0;
    if (is_inferred) {
        with_inferred_.insert(key_);
    }
    if (!place.state.empty()) {
        key_.assign(place.country).append(place.state);
        extend_ranges(states_[key_], docid);
        if (is_inferred) {
            with_inferred_.insert(key_);
        }
    }
    if (!place.city.empty()) {
        format::city_key(place.country, place.city, key_);
        City& city = cities_of_records_[key_];
        if (extend_ranges(table_[key_], docid)) {
            ++cities_;
            city.country = place.country;
            city.name = place.city;
        }
        city.has_inferred = city.has_inferred || is_inferred;
        if (position.exists()) {
            Positions& positions = city.by_state[place.state];
            positions.latitude += position.latitude;
            positions.longitude += position.longitude;
            ++positions.count;
        }
    }
    if (!place.postal_code.empty()) {
        format::postal_code_key(place.country, place.postal_code, key_);
        postal_codes_ += extend_ranges(table_[key_], docid) ? 1 : 0;
    }
}

// Two states may share a form ("Washington" of the catalogue and a text of its own): the form then means both.
void PlaceDictionary::name_states(format::Meta& meta) {
    for (const auto& [state, ranges] : states_) {
        const std::string alpha2 = state.substr(0, alpha2_length);
        for (const std::string& form : catalog_->state_forms(alpha2, state.substr(alpha2_length))) {
            format::state_key(alpha2, form, key_);
            place::Ranges& all = table_[key_];
            all.insert(all.end(), ranges.begin(), ranges.end());
            place::normalise(all);
            format::query_state_key(form, key_);
            QueryName& anywhere = query_names_[key_];
            anywhere.ranges.insert(anywhere.ranges.end(), ranges.begin(), ranges.end());
            anywhere.flags |= with_inferred_.count(state) != 0 ? format::place_flag::has_inferred : 0;
        }
    }
    meta.states = states_.size();
}

/// Of the town with the most records.
place::Position PlaceDictionary::City::centre() const {
    const auto greatest = std::max_element(
        by_state.begin(), by_state.end(), [](const auto& a, const auto& b) { return a.second.count < b.second.count; });
    if (greatest == by_state.end()) {
        return {};
    }
    const Positions& of = greatest->second;
    const auto count = static_cast<std::int64_t>(of.count);
    return {static_cast<std::int32_t>(of.latitude / count), static_cast<std::int32_t>(of.longitude / count)};
}

const place::Ranges& PlaceDictionary::ranges_of(const City& city) {
    format::city_key(city.country, city.name, key_);
    return table_.at(key_);
}

/// Filters find a city by its other names as by its own; a query finds every city by all of them.
void PlaceDictionary::name_cities() {
    std::vector<const City*> cities;
    cities.reserve(cities_of_records_.size());
    for (const auto& [key, city] : cities_of_records_) {
        cities.push_back(&city);
    }
    std::sort(cities.begin(), cities.end(), [](const City* a, const City* b) {
        return std::tie(a->country, a->name) < std::tie(b->country, b->name);
    });
    std::vector<RecordCity> facts;
    facts.reserve(cities.size());
    for (const City* city : cities) {
        facts.push_back({city->country, city->name, city->centre()});
    }
    const CityRules rules = must(CityRules::read({"city_names.txt", names_.rules}));
    const CityAliases aliases = must(CityAliases::find(facts, *names_.gazetteer, names_.locale_dir, rules));
    const auto append = [&](const CityAliases::Cities& from, place::Ranges& to) {
        for (const std::uint32_t number : from) {
            const place::Ranges& more = ranges_of(*cities[number]);
            to.insert(to.end(), more.begin(), more.end());
        }
        place::normalise(to);
    };
    std::vector<std::pair<std::string, place::Ranges>> filters;  // names of cities are looked up while they are made
    for (const auto& [name, numbers] : aliases.filters()) {
        format::city_key(name.first, name.second, key_);
        const std::string key = key_;
        const CityAliases::Cities& anywhere = aliases.names().at(name.second);
        if (table_.count(key) == 0 && std::includes(anywhere.begin(), anywhere.end(), numbers.begin(), numbers.end())) {
            continue;  // a filter that finds no city of its country takes what the name means anywhere
        }
        place::Ranges ranges;
        append(numbers, ranges);
        filters.emplace_back(key, std::move(ranges));
    }
    const std::unordered_set<std::string_view> parts = parts_of_names(facts);
    for (const auto& [name, numbers] : aliases.names()) {
        format::query_city_key(name, key_);
        QueryName& meaning = query_names_[key_];
        append(numbers, meaning.ranges);
        meaning.flags = parts.count(name) != 0 ? format::place_flag::words_do_not_tell : 0;
        for (const std::uint32_t number : numbers) {
            const bool is_inferred = cities[number]->has_inferred;
            meaning.flags |= is_inferred ? format::place_flag::has_inferred : 0;
            meaning.flags |= is_inferred || cities[number]->name != name ? format::place_flag::words_do_not_tell : 0;
        }
    }
    for (auto& [key, ranges] : filters) {
        table_[key] = std::move(ranges);
    }
}

void PlaceDictionary::write(Workers& workers, store::IndexWriter& writer, format::Meta& meta) {
    meta.countries = countries_;
    meta.cities = cities_;
    meta.postal_codes = postal_codes_;
    name_states(meta);
    name_cities();
    std::vector<SectionKey> keys;
    keys.reserve(table_.size() + query_names_.size());
    for (auto& [key, name] : query_names_) {
        place::normalise(name.ranges);
        keys.push_back({format::hash_key(key),
                        &name.ranges.front().begin,
                        static_cast<std::uint32_t>(name.ranges.size() * 2),
                        {name.flags, 0}});
    }
    for (const auto& [key, ranges] : table_) {
        static_assert(sizeof(place::Range) == 2 * sizeof(std::uint32_t));
        keys.push_back({format::hash_key(key),
                        &ranges.front().begin,
                        static_cast<std::uint32_t>(ranges.size() * 2),
                        {with_inferred_.count(key) != 0 ? format::place_flag::has_inferred : 0, 0}});
    }
    std::unordered_map<std::string, std::uint32_t> names;
    for (const auto& [folded, alpha2] : catalog_->country_names()) {
        format::country_name_key(folded, key_);
        names.try_emplace(key_, country_number(alpha2));
    }
    for (const auto& [key, number] : names) {
        keys.push_back({format::hash_key(key), &number, 1, {0, 0}});
    }
    write_key_section(workers, writer, format::Section::places, std::move(keys));
}

}  // namespace bizrec::builder
