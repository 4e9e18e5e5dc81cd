#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/state_names.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

std::string state(const char* alpha2, std::string_view text) {
    return machine_catalog().canonical_state(alpha2, text);
}

const std::vector<IsoSubdivision>& subdivisions() {
    static const auto loaded = read_subdivisions("/usr/share/iso-codes/json");
    return loaded.value();
}

/// The subdivision's own code; or the code of its parent, if the parent has no other part.
std::string expected_code(const IsoSubdivision& subdivision) {
    const auto shares_parent = [&](const IsoSubdivision& other) { return other.parent == subdivision.parent; };
    const bool single =
        !subdivision.parent.empty() && std::count_if(subdivisions().begin(), subdivisions().end(), shares_parent) == 1;
    return single ? subdivision.parent : subdivision.code;
}

TEST(CatalogStates, EverySubdivisionIsFoundByItsCodes) {
    ASSERT_GE(subdivisions().size(), 5'000U);
    for (const IsoSubdivision& subdivision : subdivisions()) {
        const std::string alpha2 = subdivision.alpha2();
        const std::string expected = expected_code(subdivision);
        EXPECT_EQ(state(alpha2.c_str(), subdivision.code), expected);
        EXPECT_EQ(state(alpha2.c_str(), subdivision.code.substr(3)), expected) << subdivision.code;
    }
}

bool is_alias(const std::string& code, const std::string& form) {
    std::string folded;
    for (const StateAliases& entry : state_aliases()) {
        std::string_view rest = entry.code == code ? entry.names : "";
        while (!rest.empty()) {
            const std::size_t length = std::min(rest.find('|'), rest.size());
            place::fold_state(rest.substr(0, length), folded);
            if (folded == form) {
                return true;
            }
            rest.remove_prefix(std::min(length + 1, rest.size()));
        }
    }
    return false;
}

TEST(CatalogStates, NamesFindTheSubdivisionOrAnotherOfTheSameName) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> holders;
    std::string form;
    for (const IsoSubdivision& subdivision : subdivisions()) {
        place::fold_state(subdivision.name, form);
        holders[{subdivision.alpha2(), form}].push_back(expected_code(subdivision));
    }
    for (const auto& [key, codes] : holders) {
        const std::string found = state(key.first.c_str(), key.second);
        if (std::find(codes.begin(), codes.end(), found) == codes.end()) {
            // A name may mean another subdivision only if it is the code of that one, or if our alias file has it:
            // "Liberec" is the Czech region, not its district.
            std::string code;
            place::fold_state(found.substr(3), code);
            EXPECT_TRUE(code == key.second || is_alias(found, key.second))
                << key.first << " " << key.second << " became " << found;
        }
    }
}

TEST(CatalogStates, FormsAreTheExactInverse) {
    std::size_t forms = 0;
    for (const IsoSubdivision& subdivision : subdivisions()) {
        const std::string alpha2 = subdivision.alpha2();
        const std::string canonical = expected_code(subdivision);
        const std::vector<std::string> list = machine_catalog().state_forms(alpha2, canonical);
        EXPECT_FALSE(list.empty()) << canonical;
        EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
        for (const std::string& form : list) {
            ++forms;
            ASSERT_EQ(state(alpha2.c_str(), form), canonical) << form;
            std::string folded;
            place::fold_state(form, folded);
            ASSERT_EQ(folded, form);
        }
        std::string own;
        place::fold_state(subdivision.code, own);
        EXPECT_TRUE(std::binary_search(list.begin(), list.end(), own)) << subdivision.code;
    }
    EXPECT_GE(forms, 18'000U);
}

TEST(CatalogStates, WhatTheCatalogueFindsTheDictionaryFinds) {
    // The search looks for a folded text, then for the text without its unit word ("Province"). One of the two must be
    // among the forms of the state that the catalogue finds.
    std::mt19937_64 random(90);
    const char* const decorations[] = {"%",   "%",   "Province of %", "% Province", "Región de %", "% oblast",
                                       "%県", "%省", "Foo %",         "% Bar",      "County %",    "STATE OF %"};
    for (int i = 0; i < 20'000; ++i) {
        const IsoSubdivision& subdivision = subdivisions()[random() % subdivisions().size()];
        const std::string alpha2 = subdivision.alpha2();
        std::string text = decorations[random() % std::size(decorations)];
        text.replace(text.find('%'), 1, subdivision.name);
        const std::string canonical = state(alpha2.c_str(), text);
        const std::vector<std::string> forms = machine_catalog().state_forms(alpha2, canonical);
        std::string as_given;
        std::string bare;
        place::fold_state(text, as_given);
        place::fold_state_without_unit(text, bare);
        const bool found =
            std::count(forms.begin(), forms.end(), as_given) + std::count(forms.begin(), forms.end(), bare) > 0;
        ASSERT_TRUE(found) << "seed 90, step " << i << ": " << text << " is " << canonical;
    }
}

TEST(CatalogStates, EveryAliasMeansItsSubdivision) {
    std::map<std::string, std::string> expected;
    for (const IsoSubdivision& subdivision : subdivisions()) {
        expected[subdivision.code] = expected_code(subdivision);
    }
    std::size_t names = 0;
    for (const StateAliases& entry : state_aliases()) {
        ASSERT_EQ(expected.count(entry.code), 1U) << entry.code << " is no code of ISO 3166-2";
        std::string_view rest = entry.names;
        for (std::size_t bar = 0; bar != std::string_view::npos;) {
            bar = rest.find('|');
            const std::string alias(rest.substr(0, bar));
            EXPECT_EQ(state(std::string(entry.code, 2).c_str(), alias), expected[entry.code]) << alias;
            rest.remove_prefix(bar == std::string_view::npos ? rest.size() : bar + 1);
            ++names;
        }
    }
    EXPECT_GE(names, 600U);
}

TEST(CatalogStates, WhatPeopleWrite) {
    struct Case {
        const char* alpha2;
        const char* text;
        const char* expected;
    };
    const Case cases[] = {
        {"US", "CA", "US-CA"},
        {"US", "ca", "US-CA"},
        {"US", "US-CA", "US-CA"},
        {"US", "California", "US-CA"},
        {"US", "State of California", "US-CA"},
        {"US", "Washington", "US-WA"},
        {"US", "Washington State", "US-WA"},
        {"US", "Washington, D.C.", "US-DC"},
        {"US", "D.C.", "US-DC"},
        {"US", "District of Columbia", "US-DC"},
        {"US", "N.Y.", "US-NY"},
        {"US", "New York State", "US-NY"},
        {"US", "West Virginia", "US-WV"},
        {"US", "Virginia", "US-VA"},
        {"US", "Puerto Rico", "US-PR"},
        {"CA", "Québec", "CA-QC"},
        {"CA", "Quebec", "CA-QC"},
        {"CA", "PQ", "CA-QC"},
        {"CA", "Colombie-Britannique", "CA-BC"},
        {"CA", "Newfoundland", "CA-NL"},
        {"CA", "Nouvelle-Écosse", "CA-NS"},
        {"JP", "大阪府", "JP-27"},
        {"JP", "大阪", "JP-27"},
        {"JP", "Osaka", "JP-27"},
        {"JP", "Osaka-fu", "JP-27"},
        {"JP", "Ōsaka", "JP-27"},
        {"JP", "京都府", "JP-26"},
        {"JP", "京都", "JP-26"},
        {"JP", "東京都", "JP-13"},
        {"JP", "東京", "JP-13"},
        {"JP", "Tokyo-to", "JP-13"},
        {"JP", "13", "JP-13"},
        {"JP", "JP-13", "JP-13"},
        {"JP", "北海道", "JP-01"},
        {"JP", "1", "JP-01"},
        {"JP", "Hokkaidō", "JP-01"},
        {"JP", "鹿児島県", "JP-46"},
        {"JP", "Kagoshima Prefecture", "JP-46"},
        {"DE", "Bayern", "DE-BY"},
        {"DE", "Bavaria", "DE-BY"},
        {"DE", "BY", "DE-BY"},
        {"DE", "Freistaat Bayern", "DE-BY"},
        {"DE", "Lower Saxony", "DE-NI"},
        {"DE", "Baden Wurttemberg", "DE-BW"},
        {"FR", "Île-de-France", "FR-IDF"},
        {"FR", "Bretagne", "FR-BRE"},
        {"FR", "Brittany", "FR-BRE"},
        {"FR", "Région Bretagne", "FR-BRE"},
        {"FR", "Provence-Alpes-Côte d’Azur", "FR-PAC"},
        {"FR", "Pays-de-la-Loire", "FR-PDL"},
        {"FR", "971", "FR-GP"},
        {"FR", "2A", "FR-2A"},
        {"BE", "Vlaanderen", "BE-VLG"},
        {"BE", "Région wallonne", "BE-WAL"},
        {"BE", "Brussels Capital Region", "BE-BRU"},
        {"BE", "Liège", "BE-WLG"},
        {"CH", "Zürich", "CH-ZH"},
        {"CH", "Genf", "CH-GE"},
        {"CH", "Geneva", "CH-GE"},
        {"CH", "Canton of Geneva", "CH-GE"},
        {"AT", "Vienna", "AT-9"},
        {"AT", "Wien", "AT-9"},
        {"ES", "Catalonia", "ES-CT"},
        {"ES", "Cataluña", "ES-CT"},
        {"ES", "Catalunya", "ES-CT"},
        {"ES", "Andalucía", "ES-AN"},
        {"ES", "Andalusia", "ES-AN"},
        {"ES", "Comunidad de Madrid", "ES-MD"},
        {"ES", "Madrid", "ES-MD"},
        {"ES", "M", "ES-MD"},
        {"ES", "Región de Murcia", "ES-MC"},
        {"ES", "Principado de Asturias", "ES-AS"},
        {"ES", "Navarra", "ES-NC"},
        {"ES", "Nafarroa", "ES-NC"},
        {"ES", "Alicante", "ES-A"},
        {"ES", "Provincia d'Alacant", "ES-A"},
        {"IT", "Tuscany", "IT-52"},
        {"IT", "Toscana", "IT-52"},
        {"IT", "Lombardia", "IT-25"},
        {"IT", "Regione Lombardia", "IT-25"},
        {"IT", "MI", "IT-MI"},
        {"IT", "Province of Turin", "IT-TO"},
        {"IT", "Bolzano", "IT-BZ"},
        {"MX", "CDMX", "MX-CMX"},
        {"MX", "Mexico City", "MX-CMX"},
        {"MX", "Ciudad de México", "MX-CMX"},
        {"MX", "Estado de México", "MX-MEX"},
        {"MX", "México", "MX-MEX"},
        {"MX", "Yucatan", "MX-YUC"},
        {"RU", "Moscow", "RU-MOW"},
        {"RU", "Москва", "RU-MOW"},
        {"RU", "Moscow Oblast", "RU-MOS"},
        {"RU", "Московская область", "RU-MOS"},
        {"RU", "St. Petersburg", "RU-SPE"},
        {"RU", "Санкт-Петербург", "RU-SPE"},
        {"RU", "Republic of Tatarstan", "RU-TA"},
        {"CN", "Guangdong", "CN-GD"},
        {"CN", "广东省", "CN-GD"},
        {"CN", "广东", "CN-GD"},
        {"CN", "Inner Mongolia", "CN-NM"},
        {"CN", "内蒙古", "CN-NM"},
        {"CN", "北京市", "CN-BJ"},
        {"KR", "Jeollabukdo", "KR-45"},
        {"KR", "경기도", "KR-41"},
        {"KR", "Seoul", "KR-11"},
        {"KR", "서울특별시", "KR-11"},
        {"TW", "新竹縣", "TW-HSQ"},
        {"TW", "新竹市", "TW-HSZ"},
        {"TW", "臺北市", "TW-TPE"},
        {"UA", "Dnipropetrovsk Oblast", "UA-12"},
        {"UA", "Kyiv", "UA-30"},
        {"UA", "Kyiv Oblast", "UA-32"},
        {"UA", "Київська область", "UA-32"},
        {"GB", "Surrey", "GB-SRY"},
        {"GB", "England", "GB-ENG"},
        {"GB", "Cymru", "GB-WLS"},
        {"GB", "GB-CYM", "GB-WLS"},
        {"GB", "County Durham", "GB-DUR"},
        {"GB", "Durham", "GB-DUR"},
        {"IE", "County Cork", "IE-CO"},
        {"IE", "Co. Cork", "IE-CO"},
        {"IE", "Corcaigh", "IE-CO"},
        {"NZ", "Waikato Region", "NZ-WKO"},
        {"NZ", "Manawatū-Whanganui Region", "NZ-MWT"},
        {"SE", "Stockholm", "SE-AB"},
        {"SE", "Stockholms län", "SE-AB"},
        {"SE", "Stockholm County", "SE-AB"},
        {"SE", "SE-01", "SE-AB"},
        {"CZ", "Praha", "CZ-10"},
        {"CZ", "Hlavní město Praha", "CZ-10"},
        {"CZ", "Jihomoravský kraj", "CZ-64"},
        {"PL", "województwo dolnośląskie", "PL-02"},
        {"PL", "Masovian Voivodeship", "PL-14"},
        {"TH", "จังหวัดเชียงใหม่", "TH-50"},
        {"TR", "İstanbul ili", "TR-34"},
        {"AR", "Buenos Aires Province", "AR-B"},
        {"AR", "CABA", "AR-C"},
        {"FI", "Nyland", "FI-18"},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(state(c.alpha2, c.text), c.expected) << c.alpha2 << " " << c.text;
    }
}

TEST(CatalogStates, UnknownOnesMeetByTheirFoldedText) {
    EXPECT_EQ(state("GB", "Avon"), "~avon");
    EXPECT_EQ(state("GB", "AVON "), "~avon");
    EXPECT_EQ(state("GB", "County of Avon"), "~avon");
    EXPECT_EQ(state("GB", "Tyne And Wear"), state("GB", "Tyne and Wear"));
    EXPECT_EQ(state("XX", "Anything"), "~anything") << "no such country";
    EXPECT_EQ(state("", "Bavaria"), "~bavaria") << "a record without a country";
    EXPECT_EQ(state("US", "Bavaria"), "~bavaria") << "another country's state";
    EXPECT_EQ(state("US", " - "), "");
    EXPECT_EQ(machine_catalog().state_forms("GB", "~avon"), std::vector<std::string>{"avon"});
    EXPECT_TRUE(machine_catalog().state_forms("GB", "").empty());
    EXPECT_TRUE(machine_catalog().state_forms("GB", "GB-NONE").empty());
}

using Names = std::vector<std::string>;

Names written(const char* alpha2, std::string_view text) {
    return machine_catalog().state_names(alpha2, state(alpha2, text));
}

TEST(CatalogStates, NamesAreGivenAsTheyAreWritten) {
    EXPECT_EQ(written("US", "ny"), (Names{"NY", "New York"}));
    const Names tokyo = written("JP", "東京都");
    EXPECT_NE(std::find(tokyo.begin(), tokyo.end(), "Tokyo"), tokyo.end());
    EXPECT_NE(std::find(tokyo.begin(), tokyo.end(), "東京"), tokyo.end());
    EXPECT_EQ(std::find(tokyo.begin(), tokyo.end(), "13"), tokyo.end()) << "a code of digits is no name";
    EXPECT_TRUE(written("US", "Wonderland").empty());
    EXPECT_TRUE(written("US", "").empty());
    EXPECT_TRUE(machine_catalog().state_names("??", "US-NY").empty());
}

TEST(CatalogStates, EveryWrittenNameMeansItsState) {
    for (const IsoSubdivision& subdivision : subdivisions()) {
        const std::string alpha2 = subdivision.alpha2();
        for (const std::string& name : machine_catalog().state_names(alpha2, subdivision.code)) {
            EXPECT_EQ(state(alpha2.c_str(), name), subdivision.code) << name;
        }
    }
}

}  // namespace
}  // namespace bizrec::builder
