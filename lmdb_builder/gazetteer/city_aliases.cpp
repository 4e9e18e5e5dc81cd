#include "lmdb_builder/gazetteer/city_aliases.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "bizrec/place/distance.hpp"
#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/city_translations.hpp"
#include "lmdb_builder/gazetteer/nearest_place.hpp"

namespace bizrec::builder {

void unite(CityNumbers& to, const CityNumbers& more) {
    for (const std::uint32_t number : more) {
        const auto at = std::lower_bound(to.begin(), to.end(), number);
        if (at == to.end() || *at != number) {
            to.insert(at, number);
        }
    }
}

CityNumbers& CitiesByName::cities(std::string_view text) {
    const StringTable::Added added = texts_.add(text);
    if (added.is_new) {
        cities_.emplace_back();
    }
    return cities_[added.id];
}

const CityNumbers* CitiesByName::find(std::string_view text) const noexcept {
    const auto id = texts_.find(text, StringTable::hash(text));
    return id ? &cities_[*id] : nullptr;
}

namespace {

constexpr std::size_t letters_before_ending = 3;  // bytes: an ending has more than this before it, as "市" in "京都市"

bool is_near(const RecordCity& city, place::Position position, double metres) noexcept {
    return !city.centre.exists() || !position.exists() || place::distance_metres(city.centre, position) <= metres;
}

}  // namespace

class CityAliases::Finder {
public:
    Finder(const std::vector<RecordCity>& cities, CityAliases& out) : cities_(&cities), out_(&out) {
        for (std::uint32_t i = 0; i < cities.size(); ++i) {
            const RecordCity& city = cities[i];
            own_.cities(key_of(city.country, city.name)) = {i};
            unite(out.names_.cities(city.name), {i});
            if (city.centre.exists()) {
                nearest_.add({city.centre, i, true, {city.country[0], city.country[1]}});
                countries_.insert(city.country);
            }
        }
    }

    /// If the name of a city contains an ending such as "市", the name up to the ending, without and with it, also
    /// means that city: "京都" and "京都市" also find the ward "京都市中京区".
    void add_endings(const CityRules& rules) {
        for (std::uint32_t i = 0; i < cities_->size(); ++i) {
            const RecordCity& city = (*cities_)[i];
            for (const CityRules::Ending& ending : rules.endings) {
                const std::size_t at = city.name.find(ending.letters, letters_before_ending + 1);
                if (ending.country == city.country && at != std::string::npos) {
                    for (const std::size_t end : {at, at + ending.letters.size()}) {
                        const std::string name = city.name.substr(0, end);
                        const CityNumbers cities = with_own(city.country, name, {i});
                        unite(out_->filters_.cities(key_of(city.country, name)), cities);
                        add_name(name, {i});
                    }
                }
            }
        }
    }

    Status add_gazetteer(const std::vector<WeatherCity>& gazetteer, const std::string& locale_dir) {
        std::vector<WeatherCity> near;
        for (const WeatherCity& city : gazetteer) {
            if (countries_.count(city.country) != 0 &&
                nearest_.find(city.position, {same_name_metres, city.country, false}) != nullptr) {
                near.push_back(city);
            }
        }
        auto translations = translated_city_names(locale_dir, near);
        if (!translations) {
            return translations.error();
        }
        for (std::size_t i = 0; i < near.size(); ++i) {
            add_city(near[i], std::move(translations.value()[i]));
        }
        return ok();
    }

    void add_rules(const CityRules& rules) {
        for (const CityRules::Names& rule : rules.names) {
            CityNumbers cities = named(rule.country, rule.city);  // a copy, because the calls below may move the list
            add_other_spellings(rule, cities);
            add_filter(rule.country, rule.city, cities);
            for (const std::string& other : rule.others) {
                add_filter(rule.country, other, cities);
                add_name(other, cities);
            }
        }
    }

    /// Adds the translations that no other source has as a name. Call it last, because all other sources are more
    /// reliable.
    void add_translations() {
        for (std::uint32_t at = 0; at < translations_.size(); ++at) {
            CityNumbers& known = out_->names_.cities(translations_.text(at));
            if (known.empty()) {
                known = translations_.cities(at);
            }
        }
    }

private:
    /// The key of a name in a country: both texts, concatenated. Valid until the next call.
    std::string_view key_of(std::string_view country, std::string_view name) const {
        key_.assign(country).append(name);
        return key_;
    }

    /// The city of the country whose name in records is exactly this one, as a list; null if there is none.
    const CityNumbers* own(std::string_view country, std::string_view name) const {
        return own_.find(key_of(country, name));
    }

    void add_city(const WeatherCity& city, std::vector<std::string> names) {
        std::string english;
        place::fold_city(city.name, english);
        names.push_back(english);
        CityNumbers joined;
        for (const std::string& name : names) {
            for (const std::uint32_t number : named(city.country, name)) {
                if (is_near((*cities_)[number], city.position, same_name_metres)) {
                    unite(joined, {number});
                }
            }
        }
        if (joined.empty()) {
            joined = nearest_city(city);
        }
        if (joined.empty()) {
            return;
        }
        add_name(english, joined);
        for (const std::string& name : names) {
            add_filter(city.country, name, joined);
            if (name != english) {
                unite(translations_.cities(name), joined);
            }
        }
    }

    /// Adds the cities whose names in records are other names of the rule, if they are near the rule's city: "New York
    /// City" in addition to "New York".
    void add_other_spellings(const CityRules::Names& rule, CityNumbers& cities) const {
        const CityNumbers* main = own(rule.country, rule.city);
        for (const std::string& other : rule.others) {
            const CityNumbers* written_so = own(rule.country, other);
            if (main != nullptr && written_so != nullptr &&
                is_near((*cities_)[main->front()], (*cities_)[written_so->front()].centre, same_name_metres)) {
                unite(cities, *written_so);
            }
        }
    }

    CityNumbers nearest_city(const WeatherCity& city) const {
        const auto* nearest = nearest_.find(city.position, {other_name_metres, city.country, false});
        return nearest == nullptr ? CityNumbers() : CityNumbers{nearest->id};
    }

    /// The cities that this name means in the country: those that filters() has for it, or else the city that records
    /// spell like this.
    const CityNumbers& named(std::string_view country, std::string_view name) const {
        static const CityNumbers none;
        const std::string_view key = key_of(country, name);
        const CityNumbers* known = out_->filters_.find(key);
        known = known == nullptr ? own_.find(key) : known;
        return known == nullptr ? none : *known;
    }

    CityNumbers with_own(std::string_view country, std::string_view name, CityNumbers cities) const {
        if (const CityNumbers* written_so = own(country, name)) {
            unite(cities, *written_so);
        }
        return cities;
    }

    /// Makes a filter for `name` find `cities`, too. Does nothing if records of the country give a city exactly this
    /// name, and that city is near none of `cities`: the filter then means only that city. If it is near one of them,
    /// it is the same city under another name.
    void add_filter(std::string_view country, std::string_view name, const CityNumbers& cities) {
        if (cities.empty() || name.empty()) {
            return;
        }
        const CityNumbers* written_so = own(country, name);
        if (written_so == nullptr) {
            unite(out_->filters_.cities(key_of(country, name)), cities);
            return;
        }
        const RecordCity& city = (*cities_)[written_so->front()];
        if (std::none_of(cities.begin(), cities.end(), [&](std::uint32_t number) {
                return is_near(city, (*cities_)[number].centre, same_name_metres);
            })) {
            return;
        }
        const CityNumbers all = with_own(country, name, cities);
        if (all.size() > 1) {
            unite(out_->filters_.cities(key_of(country, name)), all);
        }
    }

    void add_name(std::string_view name, const CityNumbers& cities) {
        if (!cities.empty() && !name.empty()) {
            unite(out_->names_.cities(name), cities);
        }
    }

    const std::vector<RecordCity>* cities_;
    CityAliases* out_;
    CitiesByName own_, translations_;
    mutable std::string key_;
    NearestPlace nearest_;
    std::set<std::string> countries_;  // of the places in nearest_
};

Result<CityAliases> CityAliases::find(const std::vector<RecordCity>& cities, const std::vector<WeatherCity>& gazetteer,
                                      const std::string& locale_dir, const CityRules& rules) {
    CityAliases aliases;
    Finder finder(cities, aliases);
    finder.add_endings(rules);
    if (const Status status = finder.add_gazetteer(gazetteer, locale_dir); !status) {
        return status.error();
    }
    finder.add_rules(rules);
    finder.add_translations();
    return aliases;
}

}  // namespace bizrec::builder
