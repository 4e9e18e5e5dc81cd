#include "lmdb_builder/catalog/catalog_digest.hpp"

#include "lmdb_builder/catalog/country_languages.hpp"
#include "lmdb_builder/memory/text_digest.hpp"

namespace bizrec::builder {

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
