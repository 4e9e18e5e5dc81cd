#include <gtest/gtest.h>

#include "bizrec/format/content_decoder.hpp"
#include "bizrec/query/explain.hpp"
#include "built_index.hpp"
#include "root_domains.hpp"

/// How a request is read whose words no record has all.
namespace bizrec::search::testing {
namespace {

std::string store(unsigned number, const std::string& name, const std::string& city, const std::string& more = "") {
    const std::string id = std::to_string(1000 + number);
    return R"({"store_id":"00000000-0000-4000-8000-00000000)" + id + R"(","business_name":")" + name + R"(","city":")" +
           city + R"(","country":"US")" + more + "}";
}

const BuiltIndex& stores() {
    static const BuiltIndex index({
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
    });
    return index;
}

SearchQuery words(const std::string& text) {
    SearchQuery query;
    query.query = text;
    query.estimate_total = true;
    return query;
}

SearchQuery named(const std::string& text) {
    SearchQuery query;
    query.store_name = text;
    query.estimate_total = true;
    return query;
}

/// Names of the rows, in order, and the reading.
struct Answered {
    std::vector<std::string> names;
    Reading reading = Reading::all_words;
    std::uint64_t total = 0;
};

Answered ask(const SearchQuery& query, const BuiltIndex& index = stores()) {
    Answered out;
    const auto& generation = index.generation();
    if (!generation) {
        return out;
    }
    Search search;
    SearchResult result;
    search.prepare(*generation, query);
    search.run(result);
    for (const SearchRow& row : result.rows) {
        std::string head;
        EXPECT_TRUE(generation->append_row_head(row.docid, head));
        const std::size_t at = head.find("\"business_name\":\"") + 17;
        out.names.push_back(head.substr(at, head.find('"', at) - at));
    }
    out.reading = result.reading;
    out.total = result.total;
    EXPECT_EQ(out.total, out.names.size());
    return out;
}

using Names = std::vector<std::string>;

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
    EXPECT_EQ(found.reading, Reading::corrected);
    EXPECT_EQ(found.names, Names{"Starbucks"});
    found = ask(words("starbacks seattle"));
    EXPECT_EQ(found.reading, Reading::neighbours) << "the word exists, if not there";
    EXPECT_EQ(found.names, Names{"Starbucks"});
    found = ask(words("toffee paris"));
    EXPECT_EQ(found.reading, Reading::all_words);
    EXPECT_EQ(found.names, Names{"Toffee Corner"});
    EXPECT_EQ(ask(words("cafe emile")).names, Names{"Café Émile"}) << "accents are no errors";
    EXPECT_EQ(ask(words("cafe emlie")).names, Names{"Café Émile"});
}

TEST(SearchReadings, MeaningsAreTriedUntilARecordHasAllWords) {
    // "starbbcks" is one edit from both "starbucks" and "starbacks"; the latter stands in Reno alone.
    EXPECT_EQ(ask(words("starbbcks reno")).names, Names{"Starbacks"});
    EXPECT_EQ(ask(words("starbbcks portland")).names, Names{"Starbucks"});
    EXPECT_EQ(ask(words("goldn anchro")).names.front(), "Golden Anchor");
}

TEST(SearchReadings, AStoreNameIsCorrectedAmongNamesOnly) {
    const Answered found = ask(named("cofffee"));
    EXPECT_EQ(found.reading, Reading::corrected);
    EXPECT_EQ(found.names, (Names{"Coffee Corner", "Coffee Corner"}));
    EXPECT_TRUE(ask(named("portland")).names.empty()) << "a place, no name, and no error";
    EXPECT_TRUE(ask(named("portlnad")).names.empty());
    EXPECT_TRUE(ask(named("espresso")).names.empty()) << "a keyword";
}

TEST(SearchReadings, WordsWrittenApartAndTogether) {
    Answered found = ask(words("star bucks seattle"));
    EXPECT_EQ(found.reading, Reading::joined);
    EXPECT_EQ(found.names, Names{"Starbucks"});
    found = ask(words("goldenanchor"));
    EXPECT_EQ(found.reading, Reading::split);
    EXPECT_EQ(found.names, (Names{"Golden Anchor", "Big Golden Anchor Supply"}));
    EXPECT_EQ(ask(words("wal mart")).names, Names{"Mart Wal Traders"}) << "as typed there is a record";
    EXPECT_EQ(ask(named("goldenlantern")).names, Names{"Golden Lantern"});
}

TEST(SearchReadings, WhatIsCutOrJoinedIsBroughtToItsFormLikeEveryWord) {
    EXPECT_EQ(ask(words("cornerscoffee")).names, (Names{"Coffee Corner", "Coffee Corner"})) << "a plural in front";
    EXPECT_EQ(ask(words("lanternsgolden oakland")).names, Names{"Golden Lantern"});
    EXPECT_EQ(ask(named("cornerstoffee")).names, Names{"Toffee Corner"});
    EXPECT_EQ(ask(words("coff ees toff ee")).reading, Reading::any_word) << "one pair at a time";
    EXPECT_EQ(ask(words("toff ees corner")).names, Names{"Toffee Corner"}) << "a plural behind";
}

/// A market on a shop's parking lot hid the shop.
TEST(SearchReadings, AStreetDoesNotHideANameThatIsWrittenAsOneWord) {
    const std::string street = R"(,"street_address":"J. C. Penney Park Lot")";
    const BuiltIndex index({
        store(0, "JCPenney", "Tulsa"),
        store(1, "Hamilton Market", "Hamilton", street),
        store(2, "Oakwood Inn", "Reno"),
        store(3, "Oak Wood Floors", "Waco"),
        store(4, "Trinket Box", "Elko", R"(,"street_address":"1 Elm Wood Road")"),
    });
    const Answered found = ask(words("jc penney"), index);
    EXPECT_EQ(found.names, Names{"JCPenney"});
    EXPECT_EQ(found.reading, Reading::joined);
    EXPECT_EQ(ask(words("jc penney tulsa"), index).names, Names{"JCPenney"});
    EXPECT_EQ(ask(words("jc penney hamilton"), index).names, Names{"Hamilton Market"});
    EXPECT_EQ(ask(words("penney park"), index).names, Names{"Hamilton Market"});
    EXPECT_EQ(ask(words("oak wood"), index).names, Names{"Oak Wood Floors"});
    EXPECT_EQ(ask(words("elm wood"), index).names, Names{"Trinket Box"});

    SearchQuery inside = words("jc penney");
    inside.locations.resize(1);
    inside.locations[0].country = "US";
    inside.locations[0].city = "Hamilton";
    EXPECT_EQ(ask(inside, index).names, Names{"Hamilton Market"});
    SearchQuery as_typed = words("jc penney");
    as_typed.as_typed = true;
    EXPECT_EQ(ask(as_typed, index).names, Names{"Hamilton Market"});
}

TEST(SearchReadings, AStopWordMayBeHalfOfAWord) {
    const Answered found = ask(words("an chor brewing"));
    EXPECT_EQ(found.reading, Reading::joined);
    EXPECT_EQ(found.names, Names{"Anchor Brewing"});
    EXPECT_EQ(ask(words("anchor brewing of sanfrancisco")).names, Names{"Anchor Brewing"});
    EXPECT_EQ(ask(words("wal the mart traders")).names, Names{"Mart Wal Traders"}) << "neighbours but for it";
    EXPECT_EQ(ask(named("the anch or brewing")).names, Names{"Anchor Brewing"});
}

TEST(SearchReadings, ARareWordMayBeTwoThoughItExists) {
    EXPECT_EQ(ask(words("starbacks portland")).reading, Reading::neighbours);
    EXPECT_EQ(ask(words("austintwins waco")).names, Names{"Bakery of the Austin Twins"});
    EXPECT_EQ(ask(words("goldenlantern oakland")).names, Names{"Golden Lantern"}) << "a domain elsewhere";
    EXPECT_EQ(ask(words("goldenlantern tokyo")).names, Names{"Lantern Tours"}) << "as typed there is a record";
}

TEST(SearchReadings, AnyWordOnlyWhereNoRecordHasThemAll) {
    Answered found = ask(words("golden anchor walmart"));
    EXPECT_EQ(found.reading, Reading::any_word);
    EXPECT_EQ(found.names.front(), "Golden Anchor");
    EXPECT_EQ(found.names.size(), 6U);
    found = ask(words("zzyzx golden"));
    EXPECT_EQ(found.reading, Reading::any_word);
    EXPECT_EQ(found.names.size(), 3U);
    EXPECT_TRUE(ask(words("zzyzx")).names.empty());
    EXPECT_TRUE(ask(words("zzyzx qqqqxx")).names.empty());
}

TEST(SearchReadings, AWordMoreThanARecordHasIsLeftOut) {
    const Answered found = ask(words("golden anchor oakland walmart"));
    EXPECT_EQ(found.reading, Reading::most_words);
    EXPECT_EQ(found.names, Names{"Golden Anchor"});
    EXPECT_EQ(ask(words("golden anchor oakland qqqqxxz")).names, Names{"Golden Anchor"}) << "it exists nowhere";
    EXPECT_EQ(ask(words("golden anhcor oakland walmart")).names, Names{"Golden Anchor"}) << "and an error";
    EXPECT_EQ(ask(words("golden anchor walmart")).reading, Reading::any_word) << "of three words it says too much";
    SearchQuery query = words("golden anchor oakland");
    query.store_name = "walmart";
    EXPECT_EQ(ask(query).reading, Reading::any_word) << "no text is left out whole";
}

TEST(SearchReadings, WordsOfThreeLettersAndSixLetters) {
    EXPECT_EQ(ask(words("bgi golden anchor")).names, Names{"Big Golden Anchor Supply"});
    EXPECT_EQ(ask(words("golden achoor oakland")).names, Names{"Golden Anchor"}) << "two errors";
}

TEST(SearchReadings, ManyWordsWrittenAsOne) {
    Answered found = ask(words("biggoldenanchorsupplytacoma"));
    EXPECT_EQ(found.reading, Reading::split);
    EXPECT_EQ(found.names, Names{"Big Golden Anchor Supply"});
    EXPECT_EQ(ask(words("bakeryoftheaustintwins waco")).names, Names{"Bakery of the Austin Twins"});
    found = ask(words("goldenlantern anchorbrewing"));
    EXPECT_EQ(found.reading, Reading::any_word) << "no record has all of them";
    EXPECT_TRUE(ask(words("qqqqxxzzjj")).names.empty());
}

TEST(SearchReadings, PlacesAndFiltersHoldInEveryReading) {
    SearchQuery query = words("golden walmart");
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
    search.prepare(*generation, query);
    search.run(result);
    ASSERT_EQ(result.rows.size(), 2U);
    const std::string text = Explanation(*generation, query).text(result.rows[0].docid);
    const std::size_t boost = text.find("include_keywords \"espresso organic\"");
    EXPECT_NE(boost, std::string::npos) << text;
    EXPECT_EQ(text.find("include_keywords", boost + 1), std::string::npos) << "the same words count once: " << text;
    query.include_keywords.clear();
    query.exclude_keywords = {"organic espresso"};
    EXPECT_EQ(ask(query).names.size(), 1U);
    query.exclude_keywords = {"organic tea", "☕", ""};
    EXPECT_EQ(ask(query).names.size(), 2U) << "only records with all words of a keyword";
}

/// "america" stands in every record of the country; in a name it is as rare as in names.
TEST(SearchReadings, AWordOfTheCountryCountsInANameAsOneOfNames) {
    std::vector<std::string> records{store(0, "Tomball Museum", "Tomball"), store(1, "Bank of America", "Tomball")};
    for (unsigned i = 2; i < 40; ++i) {
        records.push_back(store(i, "Shop " + std::to_string(i), "Reno"));
    }
    const BuiltIndex index(records);
    SearchQuery query = words("america tomball");
    Search search;
    SearchResult result;
    search.prepare(*index.generation(), query);
    search.run(result);
    ASSERT_EQ(result.rows.size(), 2U);
    std::string best;
    ASSERT_TRUE(index.generation()->append_row_head(result.rows[0].docid, best));
    EXPECT_NE(best.find("Bank of America"), std::string::npos) << best;
    EXPECT_GT(result.rows[0].score, result.rows[1].score);
}

/// Somebody who names a city hardly wants another one.
TEST(SearchReadings, SomeOfTheWordsWithinTheCityThatWasNamed) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(store(i, "Drugs Pharmacy", i % 2 == 0 ? "Reno" : "Waco"));
    }
    records.push_back(store(40, "Drugs", "Miami"));
    records.push_back(store(41, "Blue Whale Grill", "Waco"));
    records.push_back(store(42, "Whale Tours", "Miami"));
    const BuiltIndex index(records);
    const auto expect = [&](const char* typed, const std::vector<std::string>& names, Reading reading) {
        const Answered answered = ask(words(typed), index);
        EXPECT_EQ(answered.names, names) << typed;
        EXPECT_EQ(answered.reading, reading) << typed;
        EXPECT_EQ(answered.total, names.size()) << typed;
        SearchQuery strict = words(typed);
        strict.as_typed = true;
        EXPECT_EQ(ask(strict, index).total, 0U) << typed;
    };
    expect("drugs pharmacy miami", {"Drugs"}, Reading::most_words);
    expect("drugs pharmacy in miami", {"Drugs"}, Reading::most_words);
    expect("drugs pharmacy whale tours miami", {"Whale Tours", "Drugs"}, Reading::any_word);
    // The only one of its name stands elsewhere: nobody in Miami is meant.
    const Answered elsewhere = ask(words("blue grill miami"), index);
    ASSERT_FALSE(elsewhere.names.empty());
    EXPECT_EQ(elsewhere.names.front(), "Blue Whale Grill");
}

/// "donut shop boston" was read as one of Belton, "bar in Austin" as one in Austria.
TEST(SearchReadings, TheNameOfAPlaceIsMeantAsTyped) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(store(i, "Donut House", "Reno"));
    }
    records.push_back(store(40, "Donut Shop", "Belton"));
    records.push_back(store(41, "Gift Shop", "Boston"));
    records.push_back(store(42, "Donat Shop", "Waco"));
    records.push_back(store(43, "Harbour Bar", "Austria"));
    records.push_back(store(44, "Tile Works", "Austin"));
    const BuiltIndex index(records);
    const Answered donuts = ask(words("donut shop boston"), index);
    EXPECT_EQ(donuts.names, Names{"Gift Shop"});
    EXPECT_EQ(donuts.reading, Reading::most_words);
    const Answered bars = ask(words("bar in Austin"), index);
    EXPECT_EQ(bars.names, (Names{"Tile Works", "Harbour Bar"}));
    EXPECT_EQ(bars.reading, Reading::any_word);
    // A town that does not exist is an error, and so is a word before the name.
    EXPECT_EQ(ask(words("donut shop beltin"), index).names, Names{"Donut Shop"});
    EXPECT_EQ(ask(words("donat shop belton"), index).names, Names{"Donut Shop"});
}

/// Three states have a Springfield; most records stand in the one of Missouri, and a business in two of them.
const BuiltIndex& springfields() {
    const auto in_state = [](unsigned number, const char* name, const char* state) {
        return store(number, name, "Springfield", std::string(R"(,"state":")") + state + '"');
    };
    static const BuiltIndex index([&] {
        std::vector<std::string> records;
        for (unsigned i = 0; i < 8; ++i) {
            records.push_back(in_state(i, i % 2 == 0 ? "Copper Kettle" : "Copper Kettle Too", i < 4 ? "IL" : "MO"));
        }
        records.push_back(in_state(8, "Copper Kettle", "OR"));
        for (unsigned i = 9; i < 20; ++i) {
            records.push_back(in_state(i, "Tile Works", "MO"));
        }
        records.push_back(store(20, "Copper Kettle", "Waco", R"(,"state":"TX")"));
        return records;
    }());
    return index;
}

/// "Starbucks Dallas" began with the one in Dallas, North Carolina.
TEST(SearchReadings, TheLargestTownOfANameComesFirst) {
    const store::Generation& generation = *springfields().generation();
    for (const char* text : {"copper kettle springfield", "copper kettle in springfield"}) {
        Search search;
        SearchResult all;
        search.prepare(generation, words(text));
        search.run(all);
        ASSERT_EQ(all.rows.size(), 9U) << text;
        for (std::size_t i = 0; i < all.rows.size(); ++i) {
            std::string record;
            ASSERT_TRUE(generation.append_row_head(all.rows[i].docid, record));
            const bool is_short = record.find("Too") == std::string::npos;
            const bool is_in_missouri = record.find("\"MO\"") != std::string::npos;
            EXPECT_EQ(is_in_missouri, i < 2 || i == 5 || i == 6) << text << ", row " << i << ": " << record;
            EXPECT_EQ(is_short, i < 5) << text << ", row " << i << ": a name tells more than a town's size";
        }
        for (const std::uint32_t limit : {1U, 2U, 4U, 50U}) {
            SearchQuery query = words(text);
            query.limit = limit;
            std::vector<std::uint32_t> walked;
            do {
                SearchResult page;
                search.prepare(generation, query);
                search.run(page);
                EXPECT_EQ(page.total, all.rows.size());
                for (const SearchRow& row : page.rows) {
                    ASSERT_LT(walked.size(), all.rows.size());
                    EXPECT_EQ(row.score, all.rows[walked.size()].score);
                    walked.push_back(row.docid);
                }
                if (page.rows.empty()) {
                    break;
                }
                query.has_cursor = true;
                query.cursor_score = page.rows.back().score;
                query.cursor_id = generation.uuid[page.rows.back().docid];
            } while (true);
            ASSERT_EQ(walked.size(), all.rows.size());
            for (std::size_t i = 0; i < walked.size(); ++i) {
                EXPECT_EQ(walked[i], all.rows[i].docid) << text << ", pages of " << limit << ", row " << i;
            }
        }
    }
    Search search;
    SearchResult result;
    const SearchQuery query = words("copper kettle in springfield");
    search.prepare(generation, query);
    search.run(result);
    ASSERT_EQ(result.reading, Reading::in_place);
    const Explanation explanation(generation, query);
    for (const std::size_t row : {0U, 2U, 8U}) {
        const std::string text = explanation.text(result.rows[row].docid);
        EXPECT_NE(text.find(std::to_string(result.rows[row].score)), std::string::npos) << text;
        EXPECT_EQ(text.find("no other \"springfield\" has more records: +4") != std::string::npos, row == 0) << text;
    }
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
    EXPECT_EQ(ask(words("")).names.size(), stores().generation()->documents()) << "no text: a walk over everything";
}

/// What a place's rows cost, and no reading behind them: a server answers without another thread.
TEST(SearchReadings, APlaceWhoseRowsCostLittleIsRankedAtOnce) {
    Search search;
    SearchResult result;
    for (const char* text : {"rooster in Austin", "coffee near Paris", "big anchor in Tacoma"}) {
        for (const char* excluded : {"", "espresso"}) {
            SearchQuery query = words(text);
            query.exclude_keywords.assign(*excluded == '\0' ? 0 : 1, excluded);
            const std::uint64_t work = search.prepare(*stores().generation(), query);
            search.run(result);
            EXPECT_EQ(work == 0, result.reading == Reading::in_place) << text;
            EXPECT_FALSE(result.rows.empty()) << text;
        }
    }
    EXPECT_EQ(ask(words("rooster in Austin")).reading, Reading::in_place);
    // Of a place that has none of them: the readings behind it are ahead still.
    EXPECT_GT(search.prepare(*stores().generation(), words("rooster in Paris")), 0U);
}

/// `Prefer: handling=strict`: no row rather than a relaxed one, and no more work than the words as typed are.
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
            const std::uint64_t work = search.prepare(*stores().generation(), query);
            search.run(result);
            EXPECT_LE(result.visited, work + 64) << text;
        }
    }
    EXPECT_EQ(ask(words("starbuks")).reading, Reading::corrected);
}

}  // namespace
}  // namespace bizrec::search::testing
