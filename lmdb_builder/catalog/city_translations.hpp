#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"

namespace bizrec::builder {

/// For each of `cities`, its names in all languages of libgweather's catalogues under `locale_dir`: each once, in the
/// order of the languages. Translations that are spelt exactly like WeatherCity::name are left out. Without catalogues
/// all lists are empty. Errors name a broken file.
Result<std::vector<std::vector<std::string>>> city_translations(const std::string& locale_dir,
                                                                const std::vector<WeatherCity>& cities);

/// The same names, folded by place::fold_city: sorted, each once.
Result<std::vector<std::vector<std::string>>> translated_city_names(const std::string& locale_dir,
                                                                    const std::vector<WeatherCity>& cities);

}  // namespace bizrec::builder
