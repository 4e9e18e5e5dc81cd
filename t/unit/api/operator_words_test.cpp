#include "bizrec/api/operator_words.hpp"

#include <gtest/gtest.h>

#include <array>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/search_answer.hpp"
#include "t/unit/api/search_table.hpp"

namespace bizrec::api {
namespace {

std::string noted(std::string_view text) {
    std::vector<std::string> names;
    note_operator_words(text, names);
    std::string joined;
    join_header_names(names, joined);
    return joined;
}

TEST(OperatorWords, AreNamedAsTheyWereTyped) {
    const std::array<std::array<const char*, 2>, 16> cases = {{
        {"pizza -hutz", "-hutz"},
        {"-hutz pizza", "-hutz"},
        {"pizza hutz -delivery -dallas", "-delivery, -dallas"},
        {"pizza -caf\u00E9", "-caf%C3%A9"},
        {"+pizza dallas", "+pizza"},
        {"pizz* dallas", "pizz*"},
        {"pizza NOT hutz", "NOT"},
        {"NOT hutz", "NOT"},
        {"Pizza Hutz OR Best Ford in Dallas", "OR"},
        {"pizza AND dallas AND hutz", "AND"},
        {"pizza | burger || taco && beer", "|, ||, &&"},
        {"\"best ford\" dallas", "%22best%20ford%22"},
        {"dallas \"best ford\", \"ford\"", "%22best%20ford%22, %22ford%22"},
        {"\u201Cbest ford\u201D", "%E2%80%9Cbest%20ford%E2%80%9D"},
        {"PIZZA | BURGER", "|"},
        {"\u5317\u4EAC OR \u4E0A\u6D77 pizza", "OR"},
    }};
    for (const auto& [text, names] : cases) {
        EXPECT_EQ(noted(text), names) << text;
    }
}

TEST(OperatorWords, NamesOfBusinessesAndPlacesAreNone) {
    for (const char* const text : {"",
                                   "-",
                                   "- -",
                                   "pizza",
                                   "Velvet Otter - Lake Oswego, OR, USA",
                                   "Portland, OR",
                                   "Portland OR",
                                   "Portland, OR pizza",
                                   "Portland OR 97201",
                                   "SALT AND PEPPER",
                                   "NOT YOUR MOTHERS PIZZA",
                                   "Salt and Pepper",
                                   "not just pizza",
                                   "coca-cola",
                                   "E*Tradex",
                                   "Zmith + Kaughey's",
                                   "+1 555 0100",
                                   "-5",
                                   "5\" Pizza",
                                   "5\" and 6\" pipes",
                                   "Joe \"the",
                                   "\"",
                                   "\"\"",
                                   "H&M",
                                   "AT&T",
                                   "7-Eleven",
                                   "M*A*S*H",
                                   "*",
                                   "A+ Plumbing",
                                   "c++"}) {
        EXPECT_EQ(noted(text), "") << text;
    }
}

TEST(OperatorWords, TellWhetherATextNamesSeveralThings) {
    std::vector<std::string> names;
    for (const char* text : {"pizza OR sushi", "pizza | sushi", "pizza || sushi", "-a pizza OR sushi"}) {
        EXPECT_TRUE(note_operator_words(text, names)) << text;
    }
    for (const char* text :
         {"pizza or sushi", "pizza AND sushi", "Portland, OR 97201", "PIZZA OR SUSHI", "pizza -hut"}) {
        EXPECT_FALSE(note_operator_words(text, names)) << text;
    }
}

TEST(OperatorWords, AreBoundedInNumberAndLength) {
    std::string text = "\"" + std::string(300, 'x') + "\"";
    for (int i = 0; i < 50; ++i) {
        text += " -" + std::string(1, static_cast<char>('a' + i % 26)) + "x";
    }
    std::vector<std::string> names;
    note_operator_words(text, names);
    EXPECT_EQ(names.size(), max_header_names);
    EXPECT_LE(names[0].size(), header_name_bytes + 3);
}

TEST(OperatorWords, StandInTheAnswerOfThatSearchAlone) {
    SearchEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    EXPECT_EQ(answer_of(endpoint, generation, R"({"query":"pizza -hut","store_name":"\"joes\""})").ignored_words,
              "-hut, %22joes%22");
    EXPECT_EQ(answer_of(endpoint, generation, R"({"query":"pizza hut"})").ignored_words, "");
    EXPECT_EQ(answer_of(endpoint, generation, R"({"query":"pizza -hut","limit":"x"})").ignored_words, "");
}

}  // namespace
}  // namespace bizrec::api
