#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "lmdb_builder/catalog/country_languages.hpp"
#include "lmdb_builder/catalog/name_variants.hpp"
#include "lmdb_builder/catalog/state_names.hpp"

namespace bizrec::builder {
namespace {

TEST(StateClaims, TheOrderOfTheOffersDoesNotMatter) {
    struct Offer {
        ClaimStrength strength;
        bool is_part;
        const char* code;
    };
    std::vector<Offer> offers = {
        {ClaimStrength::code, true, "XX-Z"},          {ClaimStrength::name, false, "XX-A"},
        {ClaimStrength::name, true, "XX-B"},          {ClaimStrength::full_code, true, "XX-Y"},
        {ClaimStrength::without_unit, false, "XX-C"}, {ClaimStrength::full_code, false, "XX-X"},
        {ClaimStrength::full_code, false, "XX-W"}};
    std::mt19937_64 random(91);
    for (int i = 0; i < 200; ++i) {
        std::shuffle(offers.begin(), offers.end(), random);
        StateClaims claims;
        for (const Offer& offer : offers) {
            claims.offer("form", offer.strength, offer.is_part, offer.code);
        }
        claims.offer("", ClaimStrength::code, false, "XX-A");
        ASSERT_EQ(claims.winners().size(), 1U) << "no claim on the empty form";
        ASSERT_EQ(claims.winners().at("form").code, "XX-W")
            << "strongest, top level, smallest code; seed 91, step " << i;
    }
}

TEST(StateNames, DecidesBetweenSubdivisions) {
    const std::vector<IsoSubdivision> subdivisions = {
        {"XX-A", "Alpha", ""},          {"XX-B", "Beta Province", ""}, {"XX-C", "Alpha", "XX-B"}, {"XX-D", "A", "XX-B"},
        {"XX-E", "Gamma, City of", ""}, {"XX-F", "Gamma", ""},         {"XX-G", "Delta", "XX-E"},
    };
    const StateNames names(subdivisions, {});
    EXPECT_EQ(names.code_of("a"), "XX-A") << "a code before a name";
    EXPECT_EQ(names.code_of("alpha"), "XX-A") << "the top level before a part";
    EXPECT_EQ(names.code_of("beta"), "XX-B");
    EXPECT_EQ(names.code_of("gamma"), "XX-F") << "a whole name before a part of one";
    EXPECT_EQ(names.code_of("cityofgamma"), "XX-E");
    EXPECT_EQ(names.code_of("delta"), "XX-E") << "the only part covers its parent";
    EXPECT_EQ(names.code_of("xxg"), "XX-E");
    EXPECT_EQ(names.code_of("omega"), "");
    EXPECT_TRUE(names.forms_of("XX-G").empty());
}

TEST(NameVariants, OpenBracketsCommasAndSlashes) {
    using List = std::vector<std::string>;
    EXPECT_EQ(name_variants("Bavaria"), List{});
    EXPECT_EQ(name_variants("Catalunya [Cataluña]"), (List{"Catalunya", "Cataluña"}));
    EXPECT_EQ(name_variants("Wales [Cymru GB-CYM]"), (List{"Wales", "Cymru"}));
    EXPECT_EQ(name_variants("Stockholms län [SE-01]"), List{"Stockholms län"});
    EXPECT_EQ(name_variants("Ring [Route 66-1]"), (List{"Ring", "Route 66-1"})) << "no code of a country";
    EXPECT_EQ(name_variants("Saint-Siège (état de la cité du Vatican)"),
              (List{"Saint-Siège", "état de la cité du Vatican"}));
    EXPECT_EQ(name_variants("Ilocos (Region I)"), (List{"Ilocos", "Region I"}));
    EXPECT_EQ(name_variants("Sofia (stolitsa)"), List{"Sofia"});
    EXPECT_EQ(name_variants("Saint Martin (French part)"), (List{"Saint Martin", "French part"}));
    EXPECT_EQ(name_variants("Cocos (Keeling) Islands"), (List{"Cocos Islands", "Keeling"}));
    EXPECT_EQ(name_variants("Asturias, Principado de"), (List{"Principado de Asturias", "Asturias"}));
    EXPECT_EQ(name_variants("Bolama / Bijagós"), (List{"Bolama", "Bijagós"}));
    EXPECT_EQ(name_variants("Taita/Taveta"), List{});
    EXPECT_EQ(name_variants("Half [open"), List{});
    EXPECT_EQ(bracketed_codes("Stockholms län [SE-01]"), List{"SE-01"});
    EXPECT_EQ(bracketed_codes("Wales [Cymru GB-CYM]"), List{"GB-CYM"});
    EXPECT_EQ(bracketed_codes("Catalunya [Cataluña]"), List{});
}

TEST(CountryLanguages, KnowsOneOrManyAndAlwaysEnglish) {
    using List = std::vector<std::string>;
    EXPECT_EQ(catalog_languages("JP"), (List{"ja", "en"}));
    EXPECT_EQ(catalog_languages("US"), List{"en"});
    EXPECT_EQ(catalog_languages("BR"), (List{"pt_BR", "en"}));
    EXPECT_EQ(catalog_languages("BE"), (List{"nl", "fr", "de", "en"}));
    EXPECT_EQ(catalog_languages("TW"), (List{"zh_TW", "zh_CN", "en"}));
    EXPECT_EQ(catalog_languages("CA"), (List{"fr", "en"}));
}

}  // namespace
}  // namespace bizrec::builder
