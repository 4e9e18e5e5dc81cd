#include "lmdb_builder/gazetteer/city_aliases.hpp"

#include <algorithm>
#include <unordered_map>

#include "bizrec/place/city_name.hpp"
#include "bizrec/place/distance.hpp"
#include "lmdb_builder/catalog/city_translations.hpp"
#include "lmdb_builder/gazetteer/nearest_place.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t letters_before_ending = 3;  // bytes: "京都" of "京都市", and never "市" alone

void unite(CityAliases::Cities& to, const CityAliases::Cities& more) {
    to.insert(to.end(), more.begin(), more.end());
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
}

bool is_near(const RecordCity& city, place::Position position, double metres) noexcept {
    return !city.centre.exists() || !position.exists() || place::distance_metres(city.centre, position) <= metres;
}

}  // namespace

class CityAliases::Finder {
public:
    Finder(const std::vector<RecordCity>& cities, CityAliases& out) : cities_(&cities), out_(&out) {
        for (std::uint32_t i = 0; i < cities.size(); ++i) {
            const RecordCity& city = cities[i];
            by_name_[{city.country, city.name}] = i;
            unite(out.names_[city.name], {i});
            if (city.centre.exists()) {
                nearest_.add({city.centre, i, true, {city.country[0], city.country[1]}});
            }
        }
    }

    /// "京都市" and its ward "京都市中京区" are Kyoto.
    void add_endings(const CityRules& rules) {
        for (std::uint32_t i = 0; i < cities_->size(); ++i) {
            const RecordCity& city = (*cities_)[i];
            for (const CityRules::Ending& ending : rules.endings) {
                const std::size_t at = city.name.find(ending.letters, letters_before_ending + 1);
                if (ending.country == city.country && at != std::string::npos) {
                    for (const std::size_t end : {at, at + ending.letters.size()}) {
                        const std::string name = city.name.substr(0, end);
                        unite(out_->filters_[{city.country, name}], with_own(city.country, name, {i}));
                        add_name(name, {i});
                    }
                }
            }
        }
    }

    Status add_gazetteer(const std::vector<WeatherCity>& gazetteer, const std::string& locale_dir) {
        std::vector<WeatherCity> near;
        for (const WeatherCity& city : gazetteer) {
            if (nearest_.find(city.position, {same_name_metres, city.country, false}) != nullptr) {
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
            const Cities cities = named(rule.country, rule.city);
            for (const std::string& other : rule.others) {
                add_filter(rule.country, other, cities);
                add_name(other, cities);
            }
        }
    }

    /// After all that is known better.
    void add_translations() {
        for (auto& [name, cities] : translations_) {
            out_->names_.try_emplace(name, std::move(cities));
        }
    }

private:
    using Place = std::pair<std::string, std::string>;  // country, name

    void add_city(const WeatherCity& city, std::vector<std::string> names) {
        std::string own;
        place::fold_city(city.name, own);
        names.push_back(own);
        Cities joined;
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
        add_name(own, joined);
        for (const std::string& name : names) {
            add_filter(city.country, name, joined);
            if (name != own) {
                unite(translations_[name], joined);
            }
        }
    }

    Cities nearest_city(const WeatherCity& city) const {
        const auto* nearest = nearest_.find(city.position, {other_name_metres, city.country, false});
        return nearest == nullptr ? Cities() : Cities{nearest->id};
    }

    /// What a country knows by this name.
    Cities named(const std::string& country, const std::string& name) const {
        const auto known = out_->filters_.find({country, name});
        const auto own = by_name_.find({country, name});
        if (known == out_->filters_.end()) {
            return own == by_name_.end() ? Cities() : Cities{own->second};
        }
        return known->second;
    }

    Cities with_own(const std::string& country, const std::string& name, Cities cities) const {
        const auto own = by_name_.find({country, name});
        if (own != by_name_.end()) {
            unite(cities, {own->second});
        }
        return cities;
    }

    /// A city that is written so elsewhere in the country is what the filter means; one nearby is another spelling.
    void add_filter(const std::string& country, const std::string& name, Cities cities) {
        if (cities.empty() || name.empty()) {
            return;
        }
        const auto own = by_name_.find({country, name});
        if (own != by_name_.end()) {
            const RecordCity& written_so = (*cities_)[own->second];
            if (std::none_of(cities.begin(), cities.end(), [&](std::uint32_t number) {
                    return is_near(written_so, (*cities_)[number].centre, same_name_metres);
                })) {
                return;
            }
            unite(cities, {own->second});
        }
        if (own == by_name_.end() || cities.size() > 1) {
            unite(out_->filters_[{country, name}], cities);
        }
    }

    void add_name(const std::string& name, const Cities& cities) {
        if (!cities.empty() && !name.empty()) {
            unite(out_->names_[name], cities);
        }
    }

    const std::vector<RecordCity>* cities_;
    CityAliases* out_;
    std::map<Place, std::uint32_t> by_name_;
    std::map<std::string, Cities> translations_;
    NearestPlace nearest_;
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
