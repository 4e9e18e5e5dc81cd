#include "lmdb_builder/catalog/catalog_digest.hpp"

#include "lmdb_builder/catalog/city_translations.hpp"
#include "lmdb_builder/catalog/country_languages.hpp"
#include "lmdb_builder/memory/text_digest.hpp"

namespace bizrec::builder {

Result<std::string> city_digest(const std::vector<WeatherCity>& cities, const std::string& locale_dir,
                                const std::string& rules) {
    const auto translations = city_translations(locale_dir, cities);
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

std::string catalog_digest(const std::vector<IsoCountry>& countries, const std::vector<IsoSubdivision>& subdivisions,
                           const MessageCatalogs& catalogs) {
    TextDigest digest;
    for (const IsoCountry& country : countries) {
        for (const std::string* text :
             {&country.alpha2, &country.alpha3, &country.name, &country.official_name, &country.common_name}) {
            digest.add(*text);
        }
    }
    std::string alpha2;
    std::vector<std::string> languages;
    for (const IsoSubdivision& subdivision : subdivisions) {
        if (subdivision.alpha2() != alpha2) {
            alpha2 = subdivision.alpha2();
            languages = catalog_languages(alpha2);
        }
        digest.add(subdivision.code);
        digest.add(subdivision.name);
        digest.add(subdivision.parent);
        for (const std::string& language : languages) {
            const auto catalog = catalogs.find(language);
            digest.add(catalog == catalogs.end() ? std::string_view() : catalog->second.translate(subdivision.name));
        }
    }
    return digest.hex();
}

}  // namespace bizrec::builder
