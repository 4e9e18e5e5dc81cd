#include "lmdb_builder/catalog/country_languages.hpp"

#include <unicode/uloc.h>

#include <algorithm>
#include <utility>

namespace bizrec::builder {
namespace {

/// Official and regional languages that are used in addition to the one that ICU considers likely.
constexpr std::pair<std::string_view, std::string_view> multilingual[] = {
    {"AF", "fa"},
    {"BA", "bs hr sr sr@latin"},
    {"BE", "nl fr de"},
    {"BY", "be ru"},
    {"CA", "fr"},
    {"CH", "de fr it"},
    {"CM", "fr"},
    {"CN", "zh_CN"},
    {"CY", "el tr"},
    {"DZ", "fr"},
    {"ES", "es ca eu oc"},
    {"FI", "fi sv"},
    {"GB", "cy ga"},
    {"HK", "zh_TW zh_CN"},
    {"IE", "ga"},
    {"IT", "it de fr sl sc"},
    {"KG", "ky ru"},
    {"KZ", "ru"},
    {"LB", "fr"},
    {"LU", "fr de"},
    {"MA", "fr"},
    {"MD", "ro ru"},
    {"ME", "sr sr@latin hr"},
    {"MK", "sq"},
    {"MO", "zh_TW pt_BR"},
    {"NO", "nb_NO"},
    {"PK", "pa_PK"},
    {"PT", "pt_BR"},
    {"RS", "sr sr@latin hu"},
    {"SG", "zh_CN"},
    {"TN", "fr"},
    {"TW", "zh_TW zh_CN"},
    {"UA", "uk ru"},
    {"UZ", "ru"},
    {"VA", "it"},
    {"XK", "sq sr sr@latin"},
    {"ZA", "nso"},
};

void add(std::vector<std::string>& languages, std::string language) {
    if (!language.empty() && std::find(languages.begin(), languages.end(), language) == languages.end()) {
        languages.push_back(std::move(language));
    }
}

/// The catalogue of a language. The name of some catalogues includes the country.
std::string catalog_of(const std::string& language) {
    constexpr std::pair<std::string_view, std::string_view> named[] = {
        {"bn", "bn_BD"}, {"no", "nb_NO"}, {"nb", "nb_NO"}, {"pa", "pa_PK"}, {"pt", "pt_BR"}, {"zh", "zh_CN"}};
    for (const auto& [code, catalog] : named) {
        if (language == code) {
            return std::string(catalog);
        }
    }
    return language;
}

std::string likely_language(std::string_view alpha2) {
    const std::string locale = "und_" + std::string(alpha2);
    char likely[ULOC_FULLNAME_CAPACITY] = {};
    char language[ULOC_LANG_CAPACITY] = {};
    UErrorCode status = U_ZERO_ERROR;
    uloc_addLikelySubtags(locale.c_str(), likely, sizeof likely, &status);
    uloc_getLanguage(likely, language, sizeof language, &status);
    return U_SUCCESS(status) ? std::string(language) : std::string();
}

}  // namespace

std::vector<std::string> catalog_languages(std::string_view alpha2) {
    std::vector<std::string> languages;
    for (const auto& [country, list] : multilingual) {
        if (country == alpha2) {
            for (std::size_t begin = 0, end = 0; end < list.size(); begin = end + 1) {
                end = std::min(list.find(' ', begin), list.size());
                add(languages, std::string(list.substr(begin, end - begin)));
            }
        }
    }
    add(languages, catalog_of(likely_language(alpha2)));
    add(languages, "en");
    return languages;
}

}  // namespace bizrec::builder
