#include <gtest/gtest.h>

#include "bizrec/place/folded_names.hpp"
#include "bizrec/place/unit_words.hpp"

namespace bizrec::place {
namespace {

std::string state(std::string_view text) {
    std::string out = "rubbish";
    fold_state(text, out);
    return out;
}

std::string bare(std::string_view text) {
    std::string out = "rubbish";
    fold_state_without_unit(text, out);
    return out;
}

TEST(FoldState, DropsCaseSpacesMarksAndPunctuation) {
    EXPECT_EQ(state("US-CA"), "usca");
    EXPECT_EQ(state("Île-de-France"), "iledefrance");
    EXPECT_EQ(state("North  Carolina"), "northcarolina");
    EXPECT_EQ(state("大阪府"), "大阪府");
    EXPECT_EQ(state("..."), "");
}

TEST(FoldStateWithoutUnit, DropsTheWordForTheUnit) {
    const std::pair<const char*, const char*> cases[] = {
        {"Washington State", "washington"},
        {"State of Washington", "washington"},
        {"Province of Turin", "turin"},
        {"Provincia di Torino", "torino"},
        {"Provincia dell'Aquila", "aquila"},
        {"Provincia d'Alacant", "alacant"},
        {"Región de Murcia", "murcia"},
        {"Région Bretagne", "bretagne"},
        {"Département du Nord", "nord"},
        {"Regione Lombardia", "lombardia"},
        {"Comunidad de Madrid", "madrid"},
        {"Comunidad Autónoma de Canarias", "canarias"},
        {"Comunitat Valenciana", "valenciana"},
        {"Estado de México", "mexico"},
        {"Estado Libre y Soberano de Puebla", "puebla"},
        {"Departamento de Antioquia", "antioquia"},
        {"Moscow Oblast", "moscow"},
        {"Jewish Autonomous Oblast", "jewish"},
        {"Primorsky Krai", "primorsky"},
        {"Republic of Tatarstan", "tatarstan"},
        {"Canton of Zürich", "zurich"},
        {"Kanton Zürich", "zurich"},
        {"Cairo Governorate", "cairo"},
        {"Land Salzburg", "salzburg"},
        {"Freistaat Bayern", "bayern"},
        {"Województwo mazowieckie", "mazowieckie"},
        {"Masovian Voivodeship", "masovian"},
        {"Jihomoravský kraj", "jihomoravsky"},
        {"Pest megye", "pest"},
        {"Stockholms län", "stockholms"},
        {"Rogaland fylke", "rogaland"},
        {"Uudenmaan maakunta", "uudenmaan"},
        {"Adana ili", "adana"},
        {"Aichi-ken", "aichi"},
        {"Kyoto-fu", "kyoto"},
        {"Tokyo-to", "tokyo"},
        {"Gyeonggi-do", "gyeonggi"},
        {"Guangdong Sheng", "guangdong"},
        {"County Cork", "cork"},
        {"Co. Cork", "cork"},
        {"Cork County", "cork"},
        {"Waikato Region", "waikato"},
        {"Московская область", "московская"},
        {"Приморский край", "приморскии"},
        {"大阪府", "大阪"},
        {"東京都", "東京"},
        {"神奈川県", "神奈川"},
        {"吉林省", "吉林"},
        {"北京市", "北京"},
        {"广西壮族自治区", "广西"},
        {"內蒙古自治區", "內蒙古"},
        {"경기도", "경기"},
        {"부산광역시", "부산"},
        {"서울특별시", "서울"},
        {"제주특별자치도", "제주"},
        {"จังหวัดเชียงใหม่", "เชียงใหม่"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(bare(text), expected) << text;
    }
}

TEST(FoldStateWithoutUnit, LeavesNamesWithoutAUnitAlone) {
    const char* const names[] = {"California", "Region",   "Holland", "Burgenland",   "北海道", "京都",
                                 "Oregon",     "Provence", "Il",      "CA",           "US-CA",  "Rhode Island",
                                 "県",         "",         "Landes",  "South Dakota", "CO",     "Statesville"};
    for (const char* const name : names) {
        EXPECT_EQ(bare(name), state(name)) << name;
    }
    EXPECT_EQ(bare("Province State"), "province") << "something is always left";
}

TEST(UnitWords, AreFoldedSortedAndFound) {
    for (const char* const word : {"provincia", "oblast", "land", "область", "краи", "νομοσ", "county", "город"}) {
        EXPECT_TRUE(leads_a_name(word)) << word;
        EXPECT_EQ(state(word), word);
    }
    for (const char* const word : {"megye", "lan", "ken", "to", "zizhiqu", "область", "voivodeship", "province"}) {
        EXPECT_TRUE(trails_a_name(word)) << word;
    }
    EXPECT_FALSE(trails_a_name("land")) << "Land Berlin, but not Berlin Land";
    EXPECT_FALSE(leads_a_name("ken"));
    EXPECT_TRUE(links_a_unit("de"));
    EXPECT_FALSE(links_a_unit("saint"));
    EXPECT_EQ(glued_suffix("大阪府"), 3U);
    EXPECT_EQ(glued_suffix("京都"), 0U);
}

}  // namespace
}  // namespace bizrec::place
