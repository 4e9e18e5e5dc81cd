#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"

namespace bizrec::builder {

/// Folded names (place::fold_city) of each of `cities` in all languages of libgweather's catalogues under `locale_dir`,
/// each once, sorted, without those of the name as it is. A machine without catalogues gives none; errors name a broken
/// file.
Result<std::vector<std::vector<std::string>>> translated_city_names(const std::string& locale_dir,
                                                                    const std::vector<WeatherCity>& cities);

}  // namespace bizrec::builder
