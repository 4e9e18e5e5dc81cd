#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bizrec/decoder/edge_makers.hpp"
#include "bizrec/decoder/glued_edges.hpp"
#include "bizrec/lookup/written_names.hpp"
#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/random.hpp"

/// Tests the edges of a lattice, source by source, over typical records.
namespace bizrec::search::testing {
namespace {

const BuiltIndex& shops() {
    static const BuiltIndex index([] {
        std::vector<std::string> lines;
        unsigned number = 0;
        const auto add = [&](const char* name, int times, const char* more = "") {
            for (int i = 0; i < times; ++i) {
                lines.push_back(store(number++, name, i % 2 == 0 ? "Dallas" : "Reno", more));
            }
        };
        add("7-Eleven", 30);
        add("Home Depot", 20);
        add("H-E-B", 10);
        add("Walmart", 40);
        add("Golden Anchor", 3);
        add("Bakery of the Austin Twins", 2);
        add("Fifth Ward Café", 1, R"(,"business_categories":["Coffee Shop"])");
        add("Thai Tan", 2);
        return lines;
    }());
    return index;
}

/// A lattice with the edges of a query.
class EdgesOf {
public:
    explicit EdgesOf(const std::string& query, const BuiltIndex& index = shops()) : context(*index.generation()) {
        request_.query = query;
        lattice.begin(request_);
        makers.note_fillers(lattice);
        makers.add_first(lattice, steps);
    }
    EdgesOf& with_names(bool mistyped = false) {
        for (std::size_t from = 0; from < lattice.size(); ++from) {
            for (std::size_t to = from + 1; to <= lattice.size(); ++to) {
                mistyped ? names.add_mistyped(lattice, from, to, steps) : names.add(lattice, from, to, steps);
            }
        }
        return *this;
    }

    /// The cost of an edge from token `at` with these words; -1 if there is none.
    double cost(EdgeSource source, std::size_t at, std::size_t tokens, const std::string& words) const {
        for (const Edge& edge : lattice.from(at)) {
            if (edge.source == source && edge.tokens == tokens && text_of(edge) == words && !edge.is_replaced) {
                return edge.cost;
            }
        }
        return -1;
    }
    std::vector<std::string> all(EdgeSource source, std::size_t at = 0) const {
        std::vector<std::string> out;
        for (const Edge& edge : lattice.from(at)) {
            if (edge.source == source) {
                out.push_back(text_of(edge));
            }
        }
        return out;
    }
    std::string text_of(const Edge& edge) const {
        std::string out;
        for (std::uint32_t i = 0; i < edge.words; ++i) {
            out += (i == 0 ? "" : " ") + lattice.word(lattice.edge_word(edge, i)).text;
        }
        return out;
    }

    QueryContext context;
    Lattice lattice{context};
    EdgeMakers makers{context};
    GluedEdges names;
    std::uint64_t steps = 0;

private:
    SearchQuery request_;
};

using Texts = std::vector<std::string>;

TEST(SearchLattice, TokensAreRunsOfLettersDigitsAndApostrophes) {
    const EdgesOf edges("joe's  café-bar, 5th (west) ☕");
    const Lattice& lattice = edges.lattice;
    Texts tokens;
    for (std::size_t at = 0; at < lattice.size(); ++at) {
        tokens.emplace_back(lattice.text(at, at + 1));
    }
    EXPECT_EQ(tokens, (Texts{"joe's", "café", "bar", "5th", "west", "☕"}));
    EXPECT_EQ(lattice.text(1, 3), "café-bar");
    EXPECT_EQ(lattice.token_behind(0), 0U);
    EXPECT_EQ(lattice.token_behind(1), 1U);
    EXPECT_EQ(lattice.token_behind(100), lattice.size());
}

TEST(SearchLattice, EveryEdgeGoesForwardAndItsWordsExist) {
    for (const char* query : {"golden anchor bakery", "the of", "wal mart", "7 eleven", "h e b", "☕", "", "homedepot x",
                              "a b c d e f g h i j k l m n o p q r s t u v w x y z", "seven seven seven"}) {
        EdgesOf edges(query);
        edges.with_names();
        for (std::size_t at = 0; at < edges.lattice.size(); ++at) {
            for (const Edge& edge : edges.lattice.from(at)) {
                ASSERT_GE(edge.tokens, 1U) << query;
                ASSERT_LE(at + edge.tokens, edges.lattice.size()) << query;
                ASSERT_GE(edge.cost, 0) << query;
                ASSERT_GE(edge.most, 1) << query;
                for (std::uint32_t i = 0; i < edge.words; ++i) {
                    ASSERT_NE(edges.lattice.word(edges.lattice.edge_word(edge, i)).lists.count, 0U) << query;
                }
            }
        }
    }
}

TEST(SearchLattice, OneEdgeForTheSameWordsTheCheapestOne) {
    EdgesOf edges("golden anchor");
    const std::size_t before = edges.lattice.from(0).size();
    edges.lattice.add(0, EdgeSource::spelled, 1, 5, {"golden"});
    EXPECT_EQ(edges.lattice.from(0).size(), before);
    EXPECT_EQ(edges.cost(EdgeSource::typed, 0, 1, "golden"), 0);
    edges.lattice.add(0, EdgeSource::spelled, 1, 5, {"anchor"});
    edges.lattice.add(0, EdgeSource::cut, 1, 4, {"anchor"});
    EXPECT_EQ(edges.cost(EdgeSource::cut, 0, 1, "anchor"), 4);
    EXPECT_EQ(edges.cost(EdgeSource::spelled, 0, 1, "anchor"), -1);
    edges.lattice.add(0, EdgeSource::spelled, 1, 5, {"nowhere"});
    EXPECT_EQ(edges.cost(EdgeSource::spelled, 0, 1, "nowhere"), -1) << "no record has it";
}

TEST(SearchEdges, TheNumberOfABranchDescribesNoRecord) {
    const auto cost_of_last = [](const std::string& query) {
        const EdgesOf edges(query);
        return edges.cost(EdgeSource::left_out, edges.lattice.size() - 1, 1, "");
    };
    for (const char* query : {"golden anchor #12", "golden anchor # 12", "anchor no. 7", "anchor store 1234",
                              "anchor store #5", "anchor branch 3"}) {
        EXPECT_EQ(cost_of_last(query), EdgeCosts::filler) << query;
    }
    for (const char* query : {"golden anchor 12", "anchor #12a", "anchor #lantern", "anchor store"}) {
        EXPECT_GT(cost_of_last(query), EdgeCosts::left_out_letter) << query;
    }
}

TEST(SearchEdges, ADescriptionFollowsAWord) {
    EdgesOf edges("golden anchor xyzzy 5");
    for (std::size_t at = 0; at < edges.lattice.size(); ++at) {
        if (EdgeMakers::may_describe(edges.lattice, at)) {
            EdgeMakers::add_description(edges.lattice, at);
        }
    }
    const double all = edges.lattice.all_documents();
    EXPECT_TRUE(edges.all(EdgeSource::description, 0).empty()) << "nothing precedes it";
    EXPECT_NEAR(edges.cost(EdgeSource::description, 1, 1, ""), EdgeCosts::description + std::log(all / 3), 1e-9);
    EXPECT_TRUE(edges.all(EdgeSource::description, 2).empty()) << "no record has the word";
    EXPECT_TRUE(edges.all(EdgeSource::description, 3).empty()) << "a number";
}

TEST(SearchEdges, AWordIsTypedLeftOutOrSpelledWhereItIsNowhere) {
    const EdgesOf edges("goldn anchor");
    EXPECT_EQ(edges.cost(EdgeSource::typed, 1, 1, "anchor"), 0);
    EXPECT_EQ(edges.cost(EdgeSource::typed, 0, 1, "goldn"), -1);
    EXPECT_EQ(edges.cost(EdgeSource::spelled, 0, 1, "golden"), 5.5);
    EXPECT_TRUE(edges.all(EdgeSource::spelled, 1).empty()) << "it exists";
    const double all = edges.lattice.all_documents();
    EXPECT_NEAR(edges.cost(EdgeSource::left_out, 1, 1, ""), EdgeCosts::left_out + std::log(all / 3), 1e-9);
    EXPECT_GT(edges.cost(EdgeSource::left_out, 0, 1, ""), EdgeCosts::left_out + std::log(all));
    EXPECT_TRUE(EdgesOf("anchor").all(EdgeSource::left_out).empty()) << "nothing would be left";
    EXPECT_EQ(EdgesOf("best anchor").cost(EdgeSource::left_out, 0, 1, ""), EdgeCosts::filler);
}

TEST(SearchEdges, TwoOrThreeWordsAsOne) {
    EXPECT_EQ(EdgesOf("wal mart").cost(EdgeSource::joined, 0, 2, "walmart"), EdgeCosts::joined);
    EXPECT_EQ(EdgesOf("w al mart").cost(EdgeSource::joined, 0, 3, "walmart"), 2 * EdgeCosts::joined);
    EXPECT_EQ(EdgesOf("w a l mart").all(EdgeSource::joined), Texts{}) << "not four";
    EXPECT_EQ(EdgesOf("wal mrat").cost(EdgeSource::spelled, 0, 2, "walmart"), EdgeCosts::joined + 4.5);
}

TEST(SearchEdges, OneWordAsSeveral) {
    const auto cut = [](const char* word, const char* words) {
        return EdgesOf(word).cost(EdgeSource::cut, 0, 1, words);
    };
    EXPECT_EQ(cut("goldenanchor", "golden anchor"), EdgeCosts::cut);
    EXPECT_EQ(cut("austintwinsbakery", "austin twin bakery"), EdgeCosts::cut + EdgeCosts::further_piece);
    EXPECT_EQ(cut("bakeryoftheaustin", "bakery austin"),
              EdgeCosts::cut + 2 * EdgeCosts::further_piece + 2 * EdgeCosts::stop_word_piece);
    EXPECT_EQ(cut("goldenxanchor", "golden anchor"), -1);
    EXPECT_TRUE(EdgesOf("ofthe").all(EdgeSource::cut).empty()) << "nothing but function words";
    EXPECT_TRUE(EdgesOf("ta").all(EdgeSource::cut).empty());
    EXPECT_TRUE(EdgesOf(std::string(65, 'a')).all(EdgeSource::cut).empty());
}

/// The pieces of a word together always have the letters of the word.
TEST(SearchEdges, PiecesAreTheWholeWord) {
    Random random(8);
    const char* words[] = {"golden", "anchor", "walmart", "home", "depot", "bakery", "austin", "thai", "eleven"};
    for (int i = 0; i < 200; ++i) {
        std::string one = words[random() % std::size(words)], other = words[random() % std::size(words)];
        const EdgesOf edges(one + other);
        const Texts cuts = edges.all(EdgeSource::cut);
        if (edges.lattice.token(0).documents == 0) {
            ASSERT_NE(std::find(cuts.begin(), cuts.end(), one + ' ' + other), cuts.end()) << one << other;
        }
        ASSERT_LE(cuts.size(), 6U);
    }
}

TEST(SearchEdges, NamesWhoseSpacesAreElsewhere) {
    const auto named = [](const char* query, std::size_t tokens, const char* words) {
        return EdgesOf(query).with_names().cost(EdgeSource::glued_name, 0, tokens, words);
    };
    EXPECT_EQ(named("homedepot", 1, "home depot"), EdgeCosts::glued_name);
    EXPECT_EQ(named("ho medep ot", 3, "home depot"), EdgeCosts::glued_name);
    EXPECT_EQ(named("wal mart", 2, "walmart"), EdgeCosts::glued_name);
    EXPECT_EQ(named("homedepots", 1, "home depot"), EdgeCosts::glued_name) << "a plural";
    for (const char* query : {"seven eleven", "7 eleven", "711", "7eleven"}) {
        EdgesOf edges(query);
        edges.with_names();
        bool any = false;
        for (const Edge& edge : edges.lattice.from(0)) {
            any = any || (edge.tokens == edges.lattice.size() && edge.words != 0);
        }
        EXPECT_TRUE(any) << query;
    }
}

/// A name with a typing error is found although its spaces are elsewhere, but only if several records have the name.
TEST(SearchEdges, NamesWithAnErrorAndSpacesElsewhere) {
    EdgesOf edges("homedeopt");
    edges.with_names(true);
    EXPECT_EQ(edges.cost(EdgeSource::glued_name, 0, 1, "home depot"), 4.5 + EdgeCosts::in_one_piece);
    EXPECT_EQ(EdgesOf("home deopt").with_names(true).cost(EdgeSource::glued_name, 0, 2, "home depot"), 4.5 + 1.5);
    EXPECT_TRUE(EdgesOf("hxmxdexpxt").with_names(true).all(EdgeSource::glued_name).empty());
    EXPECT_TRUE(EdgesOf("fifthwardcfe").with_names(true).all(EdgeSource::glued_name).empty()) << "one record's";
}

TEST(SearchEdges, OfTwoLettersOneWasLeftOut) {
    const EdgesOf edges("ta");
    EXPECT_EQ(edges.cost(EdgeSource::spelled, 0, 1, "tan"), 5.5);
    EXPECT_TRUE(EdgesOf("t1").all(EdgeSource::spelled).empty());
}

/// "wathces" is corrected to "watch", because the index has no plurals.
TEST(SearchEdges, AnErrorMayHideAPlural) {
    const BuiltIndex index({store(0, "Watch Repair", "Reno"), store(1, "Watch House", "Reno")});
    EXPECT_EQ(EdgesOf("wathces", index).cost(EdgeSource::spelled, 0, 1, "watch"), 4.5);
}

TEST(WrittenNames, AreThoseOfOneWordAsTheyAreWritten) {
    const QueryContext context(*shops().generation());
    WrittenNames names(context);
    EXPECT_NEAR(names.count("walmart"), 40, 2);
    for (const char* word : {"home", "depot", "homedepot", "anchor", "dallas", "wal", "walmarts", "heb", ""}) {
        EXPECT_EQ(names.count(word), 0) << word;
    }
}

TEST(SearchEdges, NamesAreFoundByAskingForThem) {
    const auto first = [](const char* query) {
        const Answered found = ask(words(query), shops());
        return found.names.empty() ? std::string("nothing") : found.names.front();
    };
    for (const char* query : {"homedepot", "home depo", "homedeopt", "home depot dallas", "homedepot dallas"}) {
        EXPECT_EQ(first(query), "Home Depot") << query;
    }
    for (const char* query : {"seven eleven", "7 eleven", "7-eleven", "711", "7eleven", "7-elevn"}) {
        EXPECT_EQ(first(query), "7-Eleven") << query;
    }
    for (const char* query : {"heb", "h e b", "H.E.B.", "heb dallas"}) {
        EXPECT_EQ(first(query), "H-E-B") << query;
    }
    for (const char* query : {"wal mart", "wallmart", "walmrat dallas", "wal-mart"}) {
        EXPECT_EQ(first(query), "Walmart") << query;
    }
    EXPECT_EQ(first("5th ward cafe"), "Fifth Ward Café");
}

const BuiltIndex& brands() {
    static const BuiltIndex index([] {
        std::vector<std::string> lines;
        unsigned number = 0;
        for (const char* name :
             {"Rite Aid", "Krispy Kreme", "Monroe Farmers Market", "Mount Vernon Cookies", "Queen Elizabeth Hospital",
              "The Home Depot", "JCPenney", "JC Penny Museum", "Ice Cream"}) {
            for (int i = 0; i < 3; ++i) {
                lines.push_back(store(number++, name, "Reno"));
            }
        }
        return lines;
    }());
    return index;
}

/// The table of glued names gives a record, which must confirm the name.
TEST(WrittenNames, ARecordHasANameWhateverItsSpaces) {
    const BuiltIndex index({store(1, "Chick-fil-A", "Reno"), store(2, "The Home Depot", "Reno"),
                            store(3, "7-Eleven", "Reno", R"(,"business_categories":["Coffee Shop"])")});
    const QueryContext context(*index.generation());
    WrittenNames names(context);
    std::uint64_t steps = 0;
    const auto holders = [&](const char* glued) {
        int count = 0;
        for (std::uint32_t docid = 0; docid < 3; ++docid) {
            count += names.words_of_glued(docid, glued, steps) != 0 ? 1 : 0;
        }
        return count;
    };
    EXPECT_EQ(holders("chickfila"), 1) << "as written";
    EXPECT_EQ(holders("chickfil"), 1) << "by the words of the index, which has no article";
    EXPECT_EQ(holders("homedepot"), 1);
    EXPECT_EQ(holders("coffeeshop"), 1) << "a label";
    EXPECT_EQ(holders("homedepots"), 0);
    EXPECT_EQ(holders("depot"), 0);
    EXPECT_EQ(names.words_of_glued(0, "chickfila", steps), 3U);
    EXPECT_GT(steps, 0U);
}

TEST(SearchEdges, AWordIsSpelledByEarHoweverManyLettersThatChanges) {
    EXPECT_EQ(EdgesOf("right", brands()).cost(EdgeSource::spelled, 0, 1, "rite"), 4.5);
    EXPECT_EQ(EdgesOf("ade", brands()).cost(EdgeSource::spelled, 0, 1, "aid"), 4.5);
    EdgesOf twice("creme cream", brands());
    EXPECT_EQ(twice.cost(EdgeSource::spelled, 1, 1, "kreme"), -1) << "two places cost a walk of their own";
    twice.makers.spell_boldly(twice.lattice, 1, twice.steps);
    EXPECT_EQ(twice.cost(EdgeSource::spelled, 1, 1, "kreme"), 9);
}

TEST(SearchEdges, TwoErrorsAreLookedForAtOnceIfNothingElseExplainsAWord) {
    EdgesOf edges("elizxabtth hospxxal krimspyy", brands());
    EXPECT_NE(edges.cost(EdgeSource::spelled, 0, 1, "elizabeth"), -1);
    EXPECT_NE(edges.cost(EdgeSource::spelled, 1, 1, "hospital"), -1);
    EXPECT_EQ(edges.cost(EdgeSource::spelled, 2, 1, "krispy"), -1) << "a third word waits until it is needed";
    EXPECT_FALSE(edges.lattice.token(2).is_spelled_further);
    edges.makers.spell_further(edges.lattice, 2, edges.steps);
    EXPECT_NE(edges.cost(EdgeSource::spelled, 2, 1, "krispy"), -1);
    const std::uint64_t steps = edges.steps;
    edges.makers.spell_further(edges.lattice, 2, edges.steps);
    EXPECT_EQ(edges.steps, steps) << "once";

    EXPECT_FALSE(EdgesOf("hospitla", brands()).lattice.token(0).is_spelled_further) << "one error explains it";
    EXPECT_FALSE(EdgesOf("queenelizabeth", brands()).lattice.token(0).is_spelled_further) << "and so do two words";
}

/// The index has "Monroe", "Mount" and "Cookies" only as "monro", "mt" and "cooky".
TEST(SearchEdges, AnErrorMayStandWhereTheIndexHasAnotherForm) {
    EXPECT_EQ(EdgesOf("monree", brands()).cost(EdgeSource::spelled, 0, 1, "monro"), 5.5);
    EXPECT_EQ(EdgesOf("miunt", brands()).cost(EdgeSource::spelled, 0, 1, "mt"), 5.5);
    EXPECT_EQ(EdgesOf("cookeis", brands()).cost(EdgeSource::spelled, 0, 1, "cooky"), 4.5);
    EXPECT_EQ(EdgesOf("marekts", brands()).cost(EdgeSource::spelled, 0, 1, "market"), 4.5);
    EXPECT_EQ(EdgesOf("monro", brands()).cost(EdgeSource::spelled, 0, 1, "mt"), -1);
}

TEST(SearchEdges, OneOfSeveralWordsInOneTokenMayBeMistyped) {
    const auto cost = [](const char* query, const char* words) {
        EdgesOf edges(query, brands());
        edges.makers.spell_boldly(edges.lattice, 0, edges.steps);
        return edges.cost(EdgeSource::cut, 0, 1, words);
    };
    EXPECT_EQ(cost("queeneliabethhospital", "queen elizabeth hospital"), 3.5 + 0.5 + 5.5);
    EXPECT_EQ(cost("quenelizabethhospital", "queen elizabeth hospital"), 3.5 + 0.5 + 4.5);
    EXPECT_EQ(cost("thehomedeopt", "home depot"), 3.5 + 0.5 + 4 + 4.5) << "and a function word";
    EXPECT_EQ(cost("queneliabethhospital", "queen elizabeth hospital"), -1) << "not two of them";
    EXPECT_EQ(cost("homdep", "home depot"), -1) << "too short to tell";
}

}  // namespace
}  // namespace bizrec::search::testing
