#include "lmdb_builder/catalog/city_digest.hpp"

#include "lmdb_builder/catalog/city_translations.hpp"
#include "lmdb_builder/memory/text_digest.hpp"

namespace bizrec::builder {

Result<std::string> city_digest(const std::vector<WeatherCity>& cities, const std::string& locale_dir,
                                const std::string& rules) {
    const auto translations = translated_city_names(locale_dir, cities);
    if (!translations) {
        return translations.error();
    }
    TextDigest digest;
    digest.add(rules);
    for (std::size_t i = 0; i < cities.size(); ++i) {
        for (const std::string* text : {&cities[i].country, &cities[i].name, &cities[i].context}) {
            digest.add(*text);
        }
        digest.add(bytes_of(cities[i].position));
        for (const std::string& name : translations.value()[i]) {
            digest.add(name);
        }
    }
    return digest.hex();
}

}  // namespace bizrec::builder
