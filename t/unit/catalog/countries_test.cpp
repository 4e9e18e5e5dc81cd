#include <algorithm>
#include <set>

#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/country_names.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

TEST(CatalogCountries, NamesAndCodesOfEveryCountryResolve) {
    const auto countries = read_countries("/usr/share/iso-codes/json");
    ASSERT_TRUE(countries) << countries.error().message;
    EXPECT_GE(countries.value().size(), 249U);
    for (const IsoCountry& country : countries.value()) {
        for (const std::string& text :
             {country.alpha2, country.alpha3, country.name, country.official_name, country.common_name}) {
            if (!text.empty()) {
                EXPECT_EQ(machine_catalog().country(text), country.alpha2) << text;
            }
        }
    }
}

TEST(CatalogCountries, EveryOfficialFormOfEveryCountryResolves) {
    const auto countries = read_countries("/usr/share/iso-codes/json");
    ASSERT_TRUE(countries) << countries.error().message;
    for (const IsoCountry& country : countries.value()) {
        for (const std::string& name : {country.name, country.official_name, country.common_name}) {
            if (!name.empty()) {
                for (const std::string& text : {name + " (the)", name + ", The", "The " + name}) {
                    EXPECT_EQ(machine_catalog().country(text), country.alpha2) << text;
                }
            }
        }
    }
    const std::pair<const char*, const char*> cases[] = {
        {"Netherlands (the)", "NL"},
        {"Korea (the Republic of)", "KR"},
        {"Korea (the Democratic People's Republic of)", "KP"},
        {"Gambia, The", "GM"},
        {"Bahamas, The", "BS"},
        {"Congo (the Democratic Republic of the)", "CD"},
        {"Congo (the)", "CG"},
        {"Ireland, Republic of", "IE"},
        {"Germany, Federal Republic of", "DE"},
        {"Bolivia (Plurinational State of)", "BO"},
        {"Tanzania, the United Republic of", "TZ"},
        {"Falkland Islands (the) [Malvinas]", "FK"},
        {"Holy See (the)", "VA"},
        {"Virgin Islands (British)", "VG"},
        {"United Kingdom of Great Britain and Northern Ireland (the)", "GB"},
        {"United States of America (the)", "US"},
        {"Taiwan (Province of China)", "TW"},
        {"Palestine, State of", "PS"},
        {"China (PRC)", "CN"},
    };
    for (const auto& [text, alpha2] : cases) {
        EXPECT_EQ(machine_catalog().country(text), alpha2) << text;
    }
    EXPECT_EQ(machine_catalog().country("Republic of"), "") << "of no country";
    EXPECT_EQ(machine_catalog().country("the"), "");
}

TEST(CatalogCountries, EveryAliasMeansItsCountryAndContradictsNone) {
    for (const CountryAlias& alias : country_aliases()) {
        EXPECT_EQ(machine_catalog().country(alias.name), alias.alpha2) << alias.name;
    }
    EXPECT_GE(country_aliases().size(), 150U);
}

TEST(CatalogCountries, AliasesAreListedOnce) {
    std::set<std::string> names;
    for (const CountryAlias& alias : country_aliases()) {
        EXPECT_TRUE(names.insert(alias.name).second) << alias.name;
    }
}

TEST(CatalogCountries, WhatPeopleWrite) {
    const std::pair<const char*, const char*> cases[] = {
        {"us", "US"},
        {"U.S.", "US"},
        {"U.S.A.", "US"},
        {"usa", "US"},
        {"The United States of America", "US"},
        {"America", "US"},
        {"uk", "GB"},
        {"Great Britain", "GB"},
        {"United Kingdom of Great Britain & Northern Ireland", "GB"},
        {"Scotland", "GB"},
        {"gbr", "GB"},
        {"Russia", "RU"},
        {"Turkey", "TR"},
        {"TÜRKİYE", "TR"},
        {"Turkiye", "TR"},
        {"Macau", "MO"},
        {"Kosovo", "XK"},
        {"xk", "XK"},
        {"Ivory Coast", "CI"},
        {"Cote d'Ivoire", "CI"},
        {"Czech Republic", "CZ"},
        {"Czechia", "CZ"},
        {"South Korea", "KR"},
        {"Republic of Korea", "KR"},
        {"Korea, Republic of", "KR"},
        {"North Korea", "KP"},
        {"Democratic People's Republic of Korea", "KP"},
        {"Vietnam", "VN"},
        {"Laos", "LA"},
        {"Syria", "SY"},
        {"Iran", "IR"},
        {"Islamic Republic of Iran", "IR"},
        {"Bolivia", "BO"},
        {"Venezuela", "VE"},
        {"Tanzania", "TZ"},
        {"Moldova", "MD"},
        {"Burma", "MM"},
        {"Swaziland", "SZ"},
        {"Cape Verde", "CV"},
        {"East Timor", "TL"},
        {"Holland", "NL"},
        {"The Netherlands", "NL"},
        {"UAE", "AE"},
        {"Vatican City", "VA"},
        {"Holy See", "VA"},
        {"Palestine", "PS"},
        {"Taiwan", "TW"},
        {"Hong Kong", "HK"},
        {"Micronesia", "FM"},
        {"DR Congo", "CD"},
        {"Democratic Republic of the Congo", "CD"},
        {"Republic of the Congo", "CG"},
        {"Congo", "CG"},
        {"Georgia", "GE"},
        {"The Gambia", "GM"},
        {"Bahamas", "BS"},
        {"The Bahamas", "BS"},
        {"St. Lucia", "LC"},
        {"St Kitts & Nevis", "KN"},
        {"Saint Vincent and the Grenadines", "VC"},
        {"St. Vincent & Grenadines", "VC"},
        {"Trinidad & Tobago", "TT"},
        {"Bosnia & Herzegovina", "BA"},
        {"Antigua & Barbuda", "AG"},
        {"Falkland Islands", "FK"},
        {"British Virgin Islands", "VG"},
        {"U.S. Virgin Islands", "VI"},
        {"Macedonia", "MK"},
        {"EL", "GR"},
        {"Greece", "GR"},
        {"Guinea Bissau", "GW"},
        {"Curacao", "CW"},
        {"Réunion", "RE"},
        {"Aland Islands", "AX"},
        {"Isle of Man", "IM"},
        {"Republic of Ireland", "IE"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(machine_catalog().country(text), expected) << text;
    }
}

TEST(CatalogCountries, TheUnknownStaysUnknown) {
    for (const char* const text :
         {"", " ", "zz", "XX", "Atlantis", "Deutschland", "Virgin Islands", "840", "U S X", "☕"}) {
        EXPECT_EQ(machine_catalog().country(text), "") << text;
    }
}

TEST(CatalogCountries, TheListHoldsWhatTheLookUpKnows) {
    std::set<std::string> codes;
    for (const auto& [form, alpha2] : machine_catalog().country_names()) {
        EXPECT_EQ(machine_catalog().country(form), alpha2) << form;
        std::string folded;
        place::fold_country(form, folded);
        EXPECT_EQ(folded, form);
        ASSERT_EQ(alpha2.size(), 2U) << form;
        codes.insert(alpha2);
    }
    EXPECT_GE(codes.size(), 250U) << "ISO 3166-1 and Kosovo";
}

TEST(CatalogCountries, NamesAreGivenAsTheyAreWritten) {
    const auto has = [](const char* alpha2, const std::string& name) {
        const std::vector<std::string> names = machine_catalog().names_of_country(alpha2);
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const auto& [alpha2, name] : {std::pair{"US", "United States"},
                                       {"US", "USA"},
                                       {"GB", "United Kingdom"},
                                       {"GB", "UK"},
                                       {"AE", "UAE"},
                                       {"CZ", "Czech Republic"},
                                       {"KR", "South Korea"},
                                       {"IR", "Iran"},
                                       {"RU", "Russia"},
                                       {"NL", "Holland"}}) {
        EXPECT_TRUE(has(alpha2, name)) << alpha2 << " " << name;
    }
    for (const auto& [alpha2, name] : {std::pair{"US", "US"},
                                       {"US", "U.S."},
                                       {"GB", "GB"},
                                       {"GB", "Wales"},
                                       {"GB", "England"},
                                       {"GR", "EL"},
                                       {"AD", "AND"},
                                       {"IR", "Iran, Islamic Republic of"},
                                       {"DE", "Federal Republic Germany"}}) {
        EXPECT_FALSE(has(alpha2, name)) << alpha2 << " " << name;
    }
    EXPECT_TRUE(machine_catalog().names_of_country("").empty());
}

}  // namespace
}  // namespace bizrec::builder
