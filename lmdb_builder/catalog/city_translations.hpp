#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"

namespace bizrec::builder {

/// For each of `cities`, its folded names (place::fold_city) in all languages of libgweather's catalogues under
/// `locale_dir`: sorted, each once. Translations that are spelt exactly like WeatherCity::name are left out. Without
/// catalogues all lists are empty. Errors name a broken file.
Result<std::vector<std::vector<std::string>>> translated_city_names(const std::string& locale_dir,
                                                                    const std::vector<WeatherCity>& cities);

}  // namespace bizrec::builder
