#include <gtest/gtest.h>

#include "t/unit/lookup/root_domains.hpp"
#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/built_index.hpp"
#include "t/unit/support/search_corpus.hpp"

/// How a request is read if no record has all of its words.
namespace bizrec::search::testing {
namespace {

const BuiltIndex& stores() {
    static const BuiltIndex index(among_others({
        store(0, "Starbucks", "Seattle"),
        store(1, "Starbucks", "Portland"),
        store(2, "Starbacks", "Reno"),
        store(3, "Stardust Grill", "Reno"),
        store(4, "Golden Anchor", "Oakland", R"(,"business_categories":["Seafood Restaurant"])"),
        store(5, "Golden Lantern", "Oakland"),
        store(6, "Anchor Brewing", "San Francisco", R"(,"tags":["Brewery"])"),
        store(7, "The Who", "London"),
        store(8, "Bakery of the Austin Twins", "Waco"),
        store(9, "Quiet Rooster", "Austin"),
        store(10, "横浜 居酒屋 花", "横浜市"),
        store(11, "Walmart", "Dallas", R"(,"website_url":"https://www.walmart.com/")"),
        store(12, "Mart Wal Traders", "Dallas", R"(,"website_url":"https://walmart.com/store/2")"),
        store(13, "Café Émile", "Paris"),
        store(14, "Coffee Corner", "Paris", R"(,"business_keywords":"organic espresso")"),
        store(15, "Coffee Corner", "Paris"),
        store(16, "Toffee Corner", "Paris"),
        store(17, "Big Golden Anchor Supply", "Tacoma"),
        store(18, "Lantern Tours", "Tokyo", R"(,"website_url":"https://goldenlantern.com/")"),
    }));
    return index;
}

using search::testing::ask;

Answered ask(const SearchQuery& query) {
    return ask(query, stores());
}

TEST(SearchReadings, AllWordsFirst) {
    const Answered found = ask(words("golden oakland"));
    EXPECT_EQ(found.reading, Reading::all_words);
    EXPECT_EQ(found.names.size(), 2U);
    EXPECT_EQ(ask(words("starbucks portland")).names, Names{"Starbucks"});
    EXPECT_EQ(ask(words("the bakery of AUSTIN")).names, Names{"Bakery of the Austin Twins"})
        << "stop words do not count";
}

TEST(SearchReadings, AWholeNameComesBeforeItsWordsElsewhere) {
    EXPECT_EQ(ask(words("austin")).names.size(), 2U) << "as a name's word and as a place";
    EXPECT_EQ(ask(words("golden anchor oakland")).names, Names{"Golden Anchor"});
    EXPECT_EQ(ask(words("golden anchor")).names, (Names{"Golden Anchor", "Big Golden Anchor Supply"}));
    EXPECT_EQ(ask(words("tacoma golden anchor")).names, Names{"Big Golden Anchor Supply"});
    EXPECT_EQ(ask(named("golden anchor")).names, (Names{"Golden Anchor", "Big Golden Anchor Supply"}));
}

TEST(SearchReadings, ANameThatIsTheWholeTextComesBeforeOneThatIsItsEnd) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 40; ++i) {
        const char* name = i % 4 != 0 ? "Regional Museum of Local History" : "The Quiet Rooster Bar and Grill";
        lines.push_back(store(i, name, "Reno", i % 4 != 0 ? R"(,"business_categories":["Museum"])" : ""));
    }
    lines.push_back(store(40, "Museum of the Beaux Arts", "Lyon", R"(,"business_categories":["Museum"])"));
    lines.push_back(store(41, "Beaux Arts", "Reno", R"(,"business_categories":["Museum"])"));
    const BuiltIndex museums(lines);
    EXPECT_EQ(ask(words("museum of beaux arts"), museums).names, (Names{"Museum of the Beaux Arts", "Beaux Arts"}));
    EXPECT_EQ(ask(words("beaux arts"), museums).names, (Names{"Beaux Arts", "Museum of the Beaux Arts"}));
    EXPECT_EQ(ask(words("beaux arts reno"), museums).names, Names{"Beaux Arts"});
}

TEST(SearchReadings, StopWordsCountWhereThereIsNothingElse) {
    EXPECT_EQ(ask(words("the who")).names.front(), "The Who");
    EXPECT_EQ(ask(named("the")).names.size(), 2U);
}

TEST(SearchReadings, CharactersAndBigramsOfNamesWithoutSpaces) {
    for (const char* part : {"横浜", "居酒屋", "酒屋", "花", "横浜 花"}) {
        EXPECT_EQ(ask(words(part)).names, Names{"横浜 居酒屋 花"}) << part;
    }
}

TEST(SearchReadings, ErrorsAreForgivenWhereNoRecordHasTheWordsAsTyped) {
    Answered found = ask(words("starbukcs seattle"));
    EXPECT_EQ(found.reading, Reading::decoded);
    EXPECT_EQ(found.names, Names{"Starbucks"});
    found = ask(words("starbacks seattle"));
    EXPECT_EQ(found.reading, Reading::decoded) << "the word exists, if not there";
    EXPECT_EQ(found.names, Names{"Starbucks"});
    found = ask(words("toffee paris"));
    EXPECT_EQ(found.reading, Reading::all_words);
    EXPECT_EQ(found.names, Names{"Toffee Corner"});
    EXPECT_EQ(ask(words("cafe emile")).names, Names{"Café Émile"}) << "accents are no errors";
    EXPECT_EQ(ask(words("cafe emlie")).names, Names{"Café Émile"});
}

TEST(SearchReadings, MeaningsAreTriedUntilARecordHasAllWords) {
    // "starbbcks" is one edit from both "starbucks" and "starbacks"; only Reno has the latter.
    EXPECT_EQ(ask(words("starbbcks reno")).names, Names{"Starbacks"});
    EXPECT_EQ(ask(words("starbbcks portland")).names, Names{"Starbucks"});
    EXPECT_EQ(ask(words("goldn anchro")).names.front(), "Golden Anchor");
}

TEST(SearchReadings, AStoreNameIsCorrectedAmongNamesOnly) {
    const Answered found = ask(named("cofffee"));
    EXPECT_EQ(found.reading, Reading::decoded);
    EXPECT_EQ(found.names, (Names{"Coffee Corner", "Coffee Corner"}));
    EXPECT_TRUE(ask(named("portland")).names.empty()) << "a place, no name, and no error";
    EXPECT_TRUE(ask(named("portlnad")).names.empty());
    EXPECT_TRUE(ask(named("espresso")).names.empty()) << "a keyword";
}

TEST(SearchReadings, WordsWrittenApartAndTogether) {
    Answered found = ask(words("star bucks seattle"));
    EXPECT_EQ(found.reading, Reading::decoded);
    EXPECT_EQ(found.names, Names{"Starbucks"});
    found = ask(words("goldenanchor"));
    EXPECT_EQ(found.reading, Reading::decoded);
    EXPECT_EQ(found.names, (Names{"Golden Anchor", "Big Golden Anchor Supply"}));
    EXPECT_EQ(ask(words("wal mart")).names, (Names{"Walmart", "Mart Wal Traders"}))
        << "a record as typed hides no name";
    EXPECT_EQ(ask(named("goldenlantern")).names, Names{"Golden Lantern"});
}

TEST(SearchReadings, WhatIsCutOrJoinedIsBroughtToItsFormLikeEveryWord) {
    EXPECT_EQ(ask(words("cornerscoffee")).names, (Names{"Coffee Corner", "Coffee Corner"})) << "a plural in front";
    EXPECT_EQ(ask(words("lanternsgolden oakland")).names, Names{"Golden Lantern"});
    EXPECT_EQ(ask(named("cornerstoffee")).names, Names{"Toffee Corner"});
    EXPECT_TRUE(ask(words("coff ees toff ee")).names.empty()) << "no record has both";
    EXPECT_EQ(ask(words("toff ees corner")).names, Names{"Toffee Corner"}) << "a plural behind";
}

TEST(SearchReadings, AStopWordMayBeHalfOfAWord) {
    const Answered found = ask(words("an chor brewing"));
    EXPECT_EQ(found.reading, Reading::decoded);
    EXPECT_EQ(found.names, Names{"Anchor Brewing"});
    EXPECT_EQ(ask(words("anchor brewing of sanfrancisco")).names, Names{"Anchor Brewing"});
    EXPECT_EQ(ask(words("wal the mart traders")).names, Names{"Mart Wal Traders"}) << "neighbours but for it";
    EXPECT_EQ(ask(named("the anch or brewing")).names, Names{"Anchor Brewing"});
}

TEST(SearchReadings, ARareWordMayBeTwoThoughItExists) {
    EXPECT_EQ(ask(words("starbacks portland")).reading, Reading::decoded);
    EXPECT_EQ(ask(words("austintwins waco")).names, Names{"Bakery of the Austin Twins"});
    EXPECT_EQ(ask(words("goldenlantern oakland")).names, Names{"Golden Lantern"}) << "a domain elsewhere";
    EXPECT_EQ(ask(words("goldenlantern tokyo")).names, Names{"Lantern Tours"}) << "as typed there is a record";
}

/// If no record has all words, a search returns records with some of them, those with the likeliest words first. No
/// single word is required.
TEST(SearchReadings, MostWordsWhereNoRecordHasThemAll) {
    for (const char* text : {"golden anchor walmart", "golden anchor oakland walmart", "golden anhcor oakland walmart",
                             "golden anchor oakland qqqqxxz"}) {
        const Answered found = ask(words(text));
        EXPECT_EQ(found.reading, Reading::most_words) << text;
        ASSERT_FALSE(found.names.empty()) << text;
        EXPECT_EQ(found.names.front(), "Golden Anchor") << text;
        EXPECT_GE(found.names.size(), 4U) << text;
    }
    EXPECT_EQ(ask(words("golden anchor walmart")).names.size(), 6U);
}

/// A word that is left out tells at most as much as those that stay: "store" alone says nothing about a guitar store.
TEST(SearchReadings, NoStoreForAGuitarStore) {
    std::vector<std::string> records = {store(0, "Guitar Museum", "Reno"), store(1, "Lagoon Boats", "Elko")};
    for (unsigned i = 2; i < 40; ++i) {
        records.push_back(store(i, "Corner Store " + std::to_string(i), i % 2 == 0 ? "Elko" : "Erie"));
    }
    const BuiltIndex index(among_others(records));
    EXPECT_TRUE(ask(words("guitar store elko"), index).names.empty());
    EXPECT_TRUE(ask(words("qqqqxxz store"), index).names.empty()) << "no record has the word";
    EXPECT_EQ(ask(words("lagoon boats store"), index).names, Names{"Lagoon Boats"}) << "\"store\" tells less";
    EXPECT_EQ(ask(words("lagoon boats qqqqxxz"), index).names, Names{"Lagoon Boats"}) << "a whole name stays";
}

/// An unknown token can be cut into short words in some way, which says nothing.
TEST(SearchReadings, AnUnknownWordIsNotCutIntoShortOnes) {
    std::vector<std::string> records;
    for (const char* name : {"Orto Cafe", "Don Pedro", "Ti Amo", "St Mary"}) {
        records.push_back(store(static_cast<unsigned>(records.size()), name, "Reno"));
    }
    const BuiltIndex index(among_others(records));
    EXPECT_TRUE(ask(words("ortodontist"), index).names.empty());
}

/// If no record has both of two words, one of them alone is not significant enough.
TEST(SearchReadings, NothingRatherThanAWordOfTwo) {
    for (const char* text : {"zzyzx golden", "zzyzx", "zzyzx qqqqxx", "golden walmart", "qqqqxxzzjj"}) {
        const Answered found = ask(words(text));
        EXPECT_TRUE(found.names.empty()) << text << ": " << found.names.front();
        EXPECT_EQ(found.reading, Reading::all_words) << text;
    }
}

TEST(SearchReadings, LettersAndDigitsAreWrittenApart) {
    std::vector<std::string> records = {store(0, "Pier 39 Shop", "Erie"), store(1, "Pier38 Cafe", "Erie")};
    for (unsigned i = 2; i < 40; ++i) {
        records.push_back(store(i, "Quiet Rooster", "Reno"));
    }
    const BuiltIndex piers(records);
    EXPECT_EQ(ask(words("pier39"), piers).names, Names{"Pier 39 Shop"});
    EXPECT_EQ(ask(words("pier39"), piers).reading, Reading::decoded);
    EXPECT_EQ(ask(words("pier38"), piers).names, Names{"Pier38 Cafe"}) << "as typed there is one";
    EXPECT_TRUE(ask(words("pier37"), piers).names.empty()) << "a number is no typing error";
}

TEST(SearchReadings, NoTextIsLeftOutWhole) {
    for (const auto& [text, name] :
         std::vector<std::pair<const char*, const char*>>{{"golden anchor oakland", "qqqqxxz"},
                                                          {"qqqqxxz", "golden anchor supply"},
                                                          {"qqqqxxz zzyzx", "starbucks"}}) {
        SearchQuery query = words(text);
        query.store_name = name;
        EXPECT_TRUE(ask(query).names.empty()) << describe(query);
    }
    SearchQuery query = words("lantern walmart brewing rooster espresso");
    query.store_name = "qqqqxxz";
    EXPECT_TRUE(ask(query).names.empty()) << "any word";
    query = words("of cofffee");
    query.store_name = "the";
    EXPECT_TRUE(ask(query).names.empty()) << "no name has it";
    query.query = "londn";
    EXPECT_EQ(ask(query).names, Names{"The Who"}) << "a function word alone is looked for";
}

/// If no record has all of at least four words, records with any of them are returned.
TEST(SearchReadings, AnyWordOfALongText) {
    const Answered found = ask(words("lantern walmart brewing rooster espresso twins"));
    EXPECT_EQ(found.reading, Reading::any_word);
    EXPECT_GE(found.names.size(), 5U);
    EXPECT_TRUE(ask(words("lantern walmart rooster")).names.empty());
}

/// If a town has no Starbucks, other businesses of the town are not returned.
TEST(SearchReadings, APlaceAloneIsNoAnswerToWhoAskedForSomethingInIt) {
    for (const char* text : {"starbucks qqqqxxz oakland", "walmart oakland", "qqqqxxz zzyzx oakland"}) {
        const Answered found = ask(words(text));
        EXPECT_TRUE(found.names.empty()) << text << ": " << found.names.size();
    }
    EXPECT_FALSE(ask(words("oakland")).names.empty()) << "a place and nothing else";
    EXPECT_FALSE(ask(words("best oakland")).names.empty()) << "and a word that describes no record";
}

/// "Golden Anchor OR Starbucks in Portland": a text that names two things means either of them.
TEST(SearchReadings, ATextThatNamesSeveralThingsIsAnsweredByAnyWord) {
    SearchQuery query = words("golden anchor starbucks portland");
    EXPECT_EQ(ask(query).reading, Reading::most_words);
    query.names_several = true;
    const Answered found = ask(query);
    EXPECT_EQ(found.reading, Reading::any_word);
    for (const char* name : {"Golden Anchor", "Starbucks"}) {
        EXPECT_NE(std::find(found.names.begin(), found.names.end(), name), found.names.end()) << name;
    }
    query.query = "golden oakland";
    EXPECT_EQ(ask(query).reading, Reading::all_words) << "records with all words come first";
    query.query = "goldn anchor";
    EXPECT_EQ(ask(query).reading, Reading::decoded) << "no word is left out";
}

/// A long text is about the words that it repeats.
TEST(SearchReadings, ARepeatedWordOfALongTextCountsEachTime) {
    const std::string text = "lantern walmart brewing rooster espresso";
    EXPECT_EQ(ask(words(text + " twins twins twins")).names.front(), "Bakery of the Austin Twins");
    EXPECT_EQ(ask(words(text + " twins brewing brewing brewing")).names.front(), "Anchor Brewing");
    EXPECT_EQ(ask(words("twins brewing brewing anchor")).reading, Reading::most_words);
    const Answered once = ask(words("golden anchor")), thrice = ask(words("golden golden golden anchor"));
    EXPECT_EQ(once.names, thrice.names) << "where all words are there, it is no text";
}

/// A correction that fits only some of the words may be accidental: "barking" may mean "parking" only if a record has
/// all other words, too.
TEST(SearchReadings, WhereAWordIsLeftOutThoseThatExistStay) {
    std::vector<std::string> records = {store(0, "Barking Mill", "Erie"), store(1, "Sleepy Lagoon", "Erie")};
    for (unsigned i = 2; i < 42; ++i) {
        records.push_back(store(i, "Lagoon Parking Garage", "Reno"));
    }
    const BuiltIndex index(among_others(records));
    EXPECT_EQ(ask(words("garage barking"), index).names.front(), "Lagoon Parking Garage");
    const Answered found = ask(words("garage barking lagoon mill"), index);
    EXPECT_EQ(found.reading, Reading::most_words);
    EXPECT_EQ(found.names.front(), "Barking Mill") << "the rarest of the words as typed";
}

TEST(SearchReadings, AStoreNameIsSpelledHoweverManyWordsTheQueryHas) {
    SearchQuery query = words("twins of austin bakery waco twins austin bakery waco twins austin bakery waco");
    query.store_name = "bakeryoftheaustintwins";
    EXPECT_EQ(ask(query).names, Names{"Bakery of the Austin Twins"});
    query.store_name = "austni bakkery";
    EXPECT_EQ(ask(query).names, Names{"Bakery of the Austin Twins"});
}

TEST(SearchReadings, WordsOfThreeLettersAndSixLetters) {
    EXPECT_EQ(ask(words("bgi golden anchor")).names, Names{"Big Golden Anchor Supply"});
    EXPECT_EQ(ask(words("golden achoor oakland")).names, Names{"Golden Anchor"}) << "two errors";
}

TEST(SearchReadings, ManyWordsWrittenAsOne) {
    const Answered found = ask(words("biggoldenanchorsupplytacoma"));
    EXPECT_EQ(found.reading, Reading::decoded);
    EXPECT_EQ(found.names, Names{"Big Golden Anchor Supply"});
    EXPECT_EQ(ask(words("bakeryoftheaustintwins waco")).names, Names{"Bakery of the Austin Twins"});
}

TEST(SearchReadings, PlacesAndFiltersHoldInEveryReading) {
    SearchQuery query = words("golden anchor walmart");
    LocationFilter oakland;
    oakland.city = "Oakland";
    query.locations = {oakland};
    EXPECT_EQ(ask(query).names.size(), 2U);
    query = words("starbukcs");
    query.locations = {oakland};
    EXPECT_TRUE(ask(query).names.empty());
    query = words("golden anchor brewing");
    query.tags = {"brewery"};
    EXPECT_EQ(ask(query).names, Names{"Anchor Brewing"});
    query.tags = {"BREWERIES", "no such tag"};
    EXPECT_EQ(ask(query).names, Names{"Anchor Brewing"});
    query.tags = {"no such tag"};
    EXPECT_TRUE(ask(query).names.empty());
    query.tags = {"☕"};
    EXPECT_TRUE(ask(query).names.empty());
    query = words("golden");
    query.store_name = "anchor walmart";
    EXPECT_EQ(ask(query).names, (Names{"Golden Anchor", "Big Golden Anchor Supply"})) << "of each text one word";
}

TEST(SearchReadings, KeywordsLiftAndExclude) {
    SearchQuery query = words("coffee");
    query.include_keywords = {"espresso organic", "organic  ESPRESSO", "no such words", "☕"};
    const auto& generation = stores().generation();
    ASSERT_TRUE(generation);
    Search search;
    SearchResult result;
    search.run(*generation, query, result);
    ASSERT_EQ(result.rows.size(), 2U);
    const std::string text = explained(*generation, query, result.rows[0].docid);
    const std::size_t boost = text.find("include_keywords \"espresso organic\"");
    EXPECT_NE(boost, std::string::npos) << text;
    EXPECT_EQ(text.find("include_keywords", boost + 1), std::string::npos) << "the same words count once: " << text;
    query.include_keywords.clear();
    query.exclude_keywords = {"organic espresso"};
    EXPECT_EQ(ask(query).names.size(), 1U);
    query.exclude_keywords = {"organic tea", "☕", ""};
    EXPECT_EQ(ask(query).names.size(), 2U) << "only records with all words of a keyword";
}

TEST(SearchReadings, ExcludedDomains) {
    SearchQuery query = words("dallas");
    EXPECT_EQ(ask(query).names.size(), 2U);
    query.excluded_domains = root_domains({"walmart.com", "nobody.example"});
    EXPECT_TRUE(ask(query).names.empty());
}

TEST(SearchReadings, TextsWithoutAWordMatchNothing) {
    for (const char* text : {"☕", "!?", "…", "\"'\""}) {
        EXPECT_TRUE(ask(words(text)).names.empty()) << text;
        EXPECT_TRUE(ask(named(text)).names.empty()) << text;
    }
    SearchQuery all;
    all.estimate_total = true;
    all.limit = 1000;
    EXPECT_EQ(ask(all).names.size(), stores().generation()->documents()) << "no text: a walk over everything";
}

/// A server answers these requests on its event loop.
TEST(SearchReadings, APlaceWhoseRowsCostLittleTakesFewSteps) {
    constexpr std::uint64_t few = 8192;
    Search search;
    SearchResult result;
    for (const char* text : {"rooster in Austin", "coffee near Paris", "big anchor in Tacoma"}) {
        for (const char* excluded : {"", "espresso"}) {
            SearchQuery query = words(text);
            query.exclude_keywords.assign(*excluded == '\0' ? 0 : 1, excluded);
            Budget budget;
            ASSERT_TRUE(search.run(*stores().generation(), query, result, budget));
            EXPECT_LT(budget.used(), few) << text;
            EXPECT_EQ(result.reading, Reading::in_place) << text;
            EXPECT_FALSE(result.rows.empty()) << text;
        }
    }
}

/// With `Prefer: handling=strict` there is no row rather than a relaxed one, and no work beyond the words as typed.
TEST(SearchReadings, AsTypedThereIsNoOther) {
    for (const char* text : {"starbuks", "star bucks", "goldenanchor", "golden anchor seattle tacoma",
                             "bakery in austin", "quiet rooster walmart", "golden anchor"}) {
        SearchQuery query = words(text);
        const Answered usual = ask(query);
        query.as_typed = true;
        const Answered typed = ask(query);
        EXPECT_EQ(typed.reading, Reading::all_words) << text;
        if (usual.reading == Reading::all_words) {
            EXPECT_EQ(typed.names, usual.names) << text;
        } else if (usual.reading != Reading::in_place) {
            EXPECT_EQ(typed.total, 0U) << text;
        }
        for (const std::uint32_t limit : {1U, 50U}) {
            query.limit = limit;
            Search search;
            SearchResult result;
            Budget budget;
            ASSERT_TRUE(search.run(*stores().generation(), query, result, budget));
            EXPECT_EQ(budget.used(WorkKind::decode), 0U) << text;
        }
    }
    EXPECT_EQ(ask(words("starbuks")).reading, Reading::decoded);
}

}  // namespace
}  // namespace bizrec::search::testing
