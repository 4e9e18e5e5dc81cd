#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"

namespace bizrec::builder {

/// Folded names (place::fold_city) of each of `cities` in all languages of libgweather's catalogues under `locale_dir`:
/// sorted, each once, without the untranslated name. A machine without catalogues gives none. Errors name a broken
/// file.
Result<std::vector<std::vector<std::string>>> translated_city_names(const std::string& locale_dir,
                                                                    const std::vector<WeatherCity>& cities);

}  // namespace bizrec::builder
