#include "bizrec/place/unit_words.hpp"

#include <algorithm>
#include <iterator>

namespace bizrec::place {
namespace {

// clang-format off
// The lists of whole words are sorted by bytes, for binary search.
constexpr std::string_view leading_units[] = {
    "bundesland", "canton", "cantone", "changwat", "cidade", "city", "ciudad", "co", "communaute", "commune",
    "community", "comte", "comunidad", "comunita", "comunitat", "contae", "contea", "county", "departamento",
    "departement", "department", "distretto", "district", "distrito", "division", "emirat", "emirate", "estado",
    "etat", "freistaat", "gewest", "gouvernorat", "governorate", "judet", "judetul", "kabupaten", "kanton",
    "kingdom", "kommun", "kommune", "krai", "kraj", "kray", "land", "muhafazat", "municipality", "municipi",
    "municipio", "oblast", "oblys", "okres", "okrug", "ostan", "parish", "powiat", "prefecture", "prefeitura",
    "prefettura", "principado", "principality", "propinsi", "province", "provinces", "provincia", "provincias",
    "provincie", "provinsen", "provinsi", "provinz", "raion", "rajon", "rayon", "regiao", "regierungsbezirk",
    "regio", "region", "regione", "regiune", "republic", "state", "states", "territory", "tinh", "ville",
    "voivodeship", "wilaya", "wilayah", "wilayat", "wojewodztwo", "zone", "zupanija", "νομοσ", "περιφερεια",
    "вобласць", "воеводство", "город", "жупанија", "краи", "обл", "област", "область", "облыс", "округ",
    "раион", "регион", "республика", "מחוז", "إمارة", "استان", "امارة", "محافظة", "منطقة", "ولاية",
};

constexpr std::string_view trailing_units[] = {
    "aimag", "aimagh", "amt", "apskr", "apskritis", "bolgesi", "bundesland", "canton", "county", "department",
    "dept", "district", "division", "do", "emirate", "fu", "fylke", "gewest", "governorate", "gwangyeoksi",
    "hsien", "il", "ilce", "ili", "judet", "judetul", "kabupaten", "kanton", "ken", "khoroo", "kommun",
    "kommune", "krai", "kraj", "krajs", "kray", "laani", "lan", "maakond", "maakunta", "megye", "municipality",
    "novads", "oblast", "oblys", "oblysy", "okres", "okrug", "parish", "powiat", "prefecture", "propinsi",
    "province", "provinces", "provincie", "provinsen", "provinsi", "provinz", "raion", "rajon", "rayon",
    "region", "regionen", "regiono", "republic", "sheng", "shi", "si", "state", "states", "territories",
    "territory", "teukbyeoljachido", "teukbyeoljachisi", "teukbyeolsi", "to", "vald", "varmegye", "viloyat",
    "viloyati", "voivodeship", "wilayah", "wojewodztwo", "zizhiqu", "zone", "zupanija", "νομοσ", "περιφερεια",
    "вобласць", "воеводство", "жупанија", "краи", "обл", "област", "область", "обласць", "облыс", "облысы",
    "округ", "раион", "регион", "республика",
};

constexpr std::string_view qualifiers[] = {
    "administrative", "autonoma", "autonome", "autonomen", "autonomo", "autonomous", "autonoom", "capital",
    "capitale", "federal", "federated", "foral", "independent", "libre", "metropolitain", "metropolitan",
    "metropolitana", "separate", "soberano", "special", "y", "автономна", "автономная", "автономныи",
};

constexpr std::string_view links[] = {
    "d", "da", "das", "de", "degli", "dei", "del", "dell", "della", "delle", "dello", "der", "des", "di", "do",
    "dos", "du", "el", "la", "las", "le", "les", "los", "of", "the", "van", "von",
};

// Longest first, so that all of "특별자치도" is removed, not only its last syllable.
constexpr std::string_view glued_suffixes[] = {
    "维吾尔自治区", "維吾爾自治區", "特別行政區", "特别行政区", "壮族自治区", "壯族自治區", "回族自治区",
    "回族自治區", "특별자치도", "특별자치시", "特別市", "自治区", "自治區", "광역시", "특별시", "자치시",
    "자치도", "都", "府", "県", "縣", "县", "省", "市", "도", "시",
};

constexpr std::string_view glued_prefixes[] = {
    "จังหวัด", "ແຂວງ", "ខេត្ត",
};
// clang-format on

template <std::size_t Size>
bool holds(const std::string_view (&sorted)[Size], std::string_view word) noexcept {
    return std::binary_search(std::begin(sorted), std::end(sorted), word);
}

/// A name keeps at least two letters when a glued unit is removed. In these scripts each letter takes three bytes of
/// UTF-8.
constexpr std::size_t min_rest_bytes = 6;

}  // namespace

bool leads_a_name(std::string_view word) noexcept {
    return holds(leading_units, word);
}

bool trails_a_name(std::string_view word) noexcept {
    return holds(trailing_units, word);
}

bool qualifies_a_unit(std::string_view word) noexcept {
    return holds(qualifiers, word);
}

bool links_a_unit(std::string_view word) noexcept {
    return holds(links, word);
}

std::size_t glued_suffix(std::string_view name) noexcept {
    for (const std::string_view unit : glued_suffixes) {
        if (name.size() >= unit.size() + min_rest_bytes && name.substr(name.size() - unit.size()) == unit) {
            return unit.size();
        }
    }
    return 0;
}

std::size_t glued_prefix(std::string_view name) noexcept {
    for (const std::string_view unit : glued_prefixes) {
        if (name.size() >= unit.size() + min_rest_bytes && name.substr(0, unit.size()) == unit) {
            return unit.size();
        }
    }
    return 0;
}

}  // namespace bizrec::place
