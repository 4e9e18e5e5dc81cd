#include "lmdb_builder/document/term_vector.hpp"

#include <gtest/gtest.h>

#include "bizrec/text/number_words.hpp"
#include "bizrec/text/word_forms.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lmdb_builder/document/term_vector_maker.hpp"
#include "t/unit/record/record_support.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

using format::TextField;
using format::Whole;

struct Vector {
    format::FieldLengths lengths{};
    std::map<std::string, TermWord> words;  // use the key as the word's text: the views in TermWord are no longer valid
    std::vector<std::string> names, labels, glued;

    bool has_other_name(const std::string& word) const {
        const auto found = words.find(word);
        return found != words.end() && found->second.occurrences.other_names == 1;
    }
    unsigned count(const std::string& word, TextField field) const {
        const auto found = words.find(word);
        return found == words.end() ? 0U : found->second.occurrences.count[static_cast<std::size_t>(field)];
    }
    Whole whole(const std::string& word) const { return words.at(word).whole; }
    bool is_region(const std::string& word) const { return words.at(word).is_region; }
    std::uint32_t length(TextField field) const { return lengths[static_cast<std::size_t>(field)]; }
};

Vector decode(std::string_view bytes) {
    Vector vector;
    TermVectorReader reader(bytes);
    vector.lengths = reader.lengths();
    TermWord word;
    while (reader.next_word(word)) {
        EXPECT_TRUE(vector.words.emplace(std::string(word.text), word).second) << "twice: " << word.text;
    }
    for (std::vector<std::string>* keys : {&vector.names, &vector.labels, &vector.glued}) {
        for (std::size_t left = reader.begin_keys(); left > 0; --left) {
            keys->emplace_back(reader.key());
        }
    }
    return vector;
}

Vector vector_of(const Record& record, std::string_view domain = "", std::string_view postal_code = "") {
    TermVectorMaker maker(machine_catalog(), text::WordForms::built_in(), text::NumberWords::built_in());
    std::string bytes;
    maker.make(record, domain, postal_code, bytes);
    return decode(bytes);
}

TEST(TermVector, GivesBackWhatWasWritten) {
    TextBuffer bytes;
    bytes.append("overwritten");
    TermVectorWriter writer(bytes, {1, 200, 30000, 4000000, 0}, 3);
    writer.word({"cafe", {{1, 0, 65535, 0, 300}}, Whole::name});
    writer.word({"", {{0, 1, 0, 0, 0}}, Whole::label});
    writer.word({std::string_view("a\0b", 3), {{0, 0, 0, 128, 0}, 1, 7}, Whole::neither, true});
    writer.begin_keys(1);
    writer.key("cafe central");
    writer.begin_keys(2);
    writer.key("cafe");
    writer.key(std::string(5000, 'x'));
    writer.begin_keys(1);
    writer.key("gcafecentral");
    const Vector vector = decode(bytes.text());
    EXPECT_EQ(vector.lengths, (format::FieldLengths{1, 200, 30000, 4000000, 0}));
    EXPECT_EQ(vector.words.size(), 3U);
    EXPECT_EQ(vector.count("cafe", TextField::place), 65535U);
    EXPECT_EQ(vector.count("cafe", TextField::text), 300U);
    EXPECT_EQ(vector.count("cafe", TextField::category), 0U);
    EXPECT_EQ(vector.whole("cafe"), Whole::name);
    EXPECT_EQ(vector.whole(""), Whole::label);
    EXPECT_EQ(vector.count(std::string("a\0b", 3), TextField::domain), 128U);
    EXPECT_TRUE(vector.has_other_name(std::string("a\0b", 3)));
    EXPECT_EQ(vector.words.at(std::string("a\0b", 3)).occurrences.street, 7U);
    EXPECT_FALSE(vector.has_other_name("cafe"));
    EXPECT_TRUE(vector.is_region(std::string("a\0b", 3)));
    EXPECT_FALSE(vector.is_region("cafe"));
    EXPECT_EQ(vector.names, (std::vector<std::string>{"cafe central"}));
    EXPECT_EQ(vector.labels.back().size(), 5000U);
    EXPECT_EQ(vector.glued, (std::vector<std::string>{"gcafecentral"}));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_THROW(decode(bytes.text().substr(0, size)), BuildFailure);
    }
}

TEST(TermVectorMaker, EachFieldHasItsWords) {
    const Record record = kept(
        R"("business_name":"Café Central","business_categories":["Coffee Shop"],"tags":["Vegan"],"city":"Vienna",
           "business_type":"Restaurant","business_keywords":["cake","cake strudel"],"store_description":"Warm cake")");
    const Vector vector = vector_of(record, "cafecentral.com");
    EXPECT_EQ(vector.count("cafe", TextField::name), 1U);
    EXPECT_EQ(vector.count("coffee", TextField::category), 1U);
    EXPECT_EQ(vector.count("vegan", TextField::category), 1U);
    EXPECT_EQ(vector.count("vienna", TextField::place), 1U);
    EXPECT_EQ(vector.count("cafecentral", TextField::domain), 1U);
    EXPECT_EQ(vector.count("cake", TextField::text), 3U);
    EXPECT_EQ(vector.lengths, (format::FieldLengths{2, 3, 1, 1, 6}));
    EXPECT_EQ(vector.names, (std::vector<std::string>{"cafe central"}));
    EXPECT_EQ(vector.labels, (std::vector<std::string>{"coffee shop", "vegan"}));
    EXPECT_EQ(vector.whole("vegan"), Whole::label);
    EXPECT_EQ(vector.whole("cafe"), Whole::neither);
}

TEST(TermVectorMaker, EqualNamesAndLabelsCountOnce) {
    const Vector vector = vector_of(kept(
        R"("business_name":"SUBWAY","store_name":"Subway","brand_name":"Subway Restaurants","business_categories":["Deli","DELI"],"tags":["deli","Deli Shop"])"));
    EXPECT_EQ(vector.count("subway", TextField::name), 2U);
    EXPECT_EQ(vector.length(TextField::name), 3U);
    EXPECT_EQ(vector.whole("subway"), Whole::name);
    EXPECT_EQ(vector.names.size(), 1U);
    EXPECT_EQ(vector.count("deli", TextField::category), 2U);
    EXPECT_EQ(vector.labels, (std::vector<std::string>{"deli", "deli shop"}));
}

TEST(TermVectorMaker, NamesAndLabelsStandWithoutSpacesToo) {
    const Vector vector = vector_of(kept(
        R"("business_name":"Barbecue Pit","store_name":"7-Eleven","brand_name":"Starbucks","business_categories":["Coffee Shop","Starbucks"],"tags":["BBQ"])"));
    const std::set<std::string> glued(vector.glued.begin(), vector.glued.end());
    EXPECT_EQ(glued, (std::set<std::string>{"gbbqpit", "gbarbecuepit", "g711", "g7eleven", "gstarbuck", "gstarbucks",
                                            "=starbucks", "hstarbucks"}));
    EXPECT_EQ(glued.size(), vector.glued.size()) << "each once";
}

TEST(TermVectorMaker, OfNameAndLabelTheNameCounts) {
    const Vector vector = vector_of(kept(R"("business_name":"Pizza","tags":["pizza"])"));
    EXPECT_EQ(vector.whole("pizza"), Whole::name);
    EXPECT_TRUE(vector.names.empty()) << "one word: its list says it";
    EXPECT_EQ(vector.labels, (std::vector<std::string>{"pizza"}));
}

TEST(TermVectorMaker, StopWordsStandInNamesAndPlacesAlone) {
    const Vector vector = vector_of(kept(
        R"("business_name":"The Gap","tags":["Food and Drink"],"city":"Isle of Man","store_description":"of the sea")"));
    EXPECT_EQ(vector.count("the", TextField::name), 1U);
    EXPECT_EQ(vector.count("of", TextField::place), 1U);
    EXPECT_EQ(vector.count("of", TextField::text), 0U);
    EXPECT_EQ(vector.words.count("and"), 0U);
    EXPECT_EQ(vector.length(TextField::name), 2U);
    EXPECT_EQ(vector.length(TextField::text), 1U);
    EXPECT_EQ(vector.whole("gap"), Whole::name) << "the whole name without its stop words";
    EXPECT_TRUE(vector.names.empty());
    const Vector stops = vector_of(kept(R"("business_name":"The The","tags":["Of"])"));
    EXPECT_EQ(stops.names, (std::vector<std::string>{"the the"}));
    EXPECT_EQ(stops.words.count("of"), 0U);
    EXPECT_EQ(stops.labels, (std::vector<std::string>{"of"}));
}

TEST(TermVectorMaker, StatesAndCountriesHaveTheirNames) {
    const Vector by_code = vector_of(kept(R"("city":"Albany","state":"NY","country":"US")"));
    for (const char* word : {"albany", "ny", "new", "york", "unitedstate", "usa"}) {
        EXPECT_EQ(by_code.count(word, TextField::place), 1U) << word;
    }
    EXPECT_EQ(by_code.words.count("us"), 0U) << "a code of two letters is a word";
    const Vector city = vector_of(kept(R"("city":"New York","state":"New York","country":"US")"));
    EXPECT_EQ(city.count("york", TextField::place), 2U) << "once for the city, once for the state";
    EXPECT_EQ(city.count("ny", TextField::place), 1U);
    const Vector british = vector_of(kept(R"("state":"ENG","country":"GB")"));
    for (const char* word : {"england", "unitedkingdom", "uk"}) {
        EXPECT_EQ(british.count(word, TextField::place), 1U) << word;
    }
    EXPECT_EQ(british.words.count("wale") + british.words.count("wales"), 0U) << "another part of the country";
    const Vector japanese = vector_of(kept(R"("state":"神奈川県","country":"JP")"));
    for (const char* word : {"神奈", "奈川", "kanagawa", "japan"}) {
        EXPECT_EQ(japanese.count(word, TextField::place), 1U) << word;
    }
    EXPECT_EQ(japanese.words.count("14"), 0U) << "a code of digits says nothing";
    EXPECT_GE(vector_of(kept(R"("state":"Wonderland","country":"US")")).count("wonderland", TextField::place), 1U);
}

TEST(TermVectorMaker, ACityOfOneWordIsKnownAsItIsWritten) {
    EXPECT_EQ(vector_of(kept(R"("city":"Lyon")")).whole("lyon"), Whole::city);
    EXPECT_EQ(vector_of(kept(R"("city":"Köln")")).whole("koln"), Whole::city);
    EXPECT_EQ(vector_of(kept(R"("city":"Lyons")")).whole("lyon"), Whole::neither) << "another town";
    EXPECT_EQ(vector_of(kept(R"("city":"Fort Worth")")).whole("worth"), Whole::neither);
    EXPECT_EQ(vector_of(kept(R"("city":"Reno","tags":["Reno"])")).whole("reno"), Whole::label);
}

TEST(TermVectorMaker, WordsOfTheRegionAreMarkedWhereNothingElseHasThem) {
    const Vector usual = vector_of(kept(R"("business_name":"Cafe","city":"Buffalo","state":"NY","country":"US")"));
    for (const char* word : {"new", "york", "ny", "america"}) {
        EXPECT_TRUE(usual.is_region(word)) << word;
    }
    EXPECT_FALSE(usual.is_region("cafe"));
    EXPECT_FALSE(usual.is_region("buffalo"));
    const std::string place = R"("state":"NY","country":"US",)";
    EXPECT_FALSE(vector_of(kept(place + R"("city":"New York")")).is_region("york"));
    EXPECT_FALSE(vector_of(kept(place + R"("business_name":"Bank of America")")).is_region("america"));
    EXPECT_FALSE(vector_of(kept(place + R"("official_name":"Bank of America")")).is_region("america"));
    EXPECT_FALSE(vector_of(kept(place + R"("street_address":"1 America Ave")")).is_region("america"));
    EXPECT_FALSE(vector_of(kept(place + R"("tags":["America"])")).is_region("america"));
    EXPECT_FALSE(vector_of(kept(place + R"("store_description":"all of America")")).is_region("america"));
}

TEST(TermVectorMaker, OnlyTheCityHasALength) {
    EXPECT_EQ(
        vector_of(kept(R"("city":"New York","state":"NY","country":"US","zip_code":"10001")")).length(TextField::place),
        2U);
    EXPECT_EQ(vector_of(kept(R"("state":"NY","country":"US")")).length(TextField::place), 0U);
}

TEST(TermVectorMaker, PostalCodesStandInBothForms) {
    const Vector zip = vector_of(kept(R"("zip_code":"94107-1234","country":"US")"), "", "94107");
    EXPECT_EQ(zip.count("94107", TextField::place), 1U);
    EXPECT_EQ(zip.count("1234", TextField::place), 0U);
    const Vector short_zip = vector_of(kept(R"("zip_code":"5828","country":"US")"), "", "05828");
    EXPECT_EQ(short_zip.count("05828", TextField::place), 1U);
    const Vector british = vector_of(kept(R"("zip_code":"SW1A 1AA","country":"GB")"), "", "sw1a1aa");
    for (const char* word : {"sw1a", "1aa", "sw1a1aa"}) {
        EXPECT_EQ(british.count(word, TextField::place), 1U) << word;
    }
}

/// The query "7-Eleven 6506 Main Street" means the store at that house number rather than a store with the ZIP code
/// 91911-6506.
TEST(TermVectorMaker, TheLastDigitsOfAZipCodeCountLikeAHouseNumber) {
    const Vector vector = vector_of(kept(R"("zip_code":"91911-6506","country":"US")"), "", "91911");
    EXPECT_EQ(vector.words.at("6506").occurrences.street, 1U);
    EXPECT_EQ(vector.words.at("91911").occurrences.street, 0U);
}

TEST(TermVectorMaker, JapaneseNamesAreFoundByAnyPart) {
    const Vector vector = vector_of(kept(R"("business_name":"鳥貴族","tags":["居酒屋","鳥"])"));
    for (const char* word : {"鸟贵", "贵族", "鸟", "贵", "族"}) {
        EXPECT_EQ(vector.count(word, TextField::name), 1U) << word;
    }
    EXPECT_EQ(vector.length(TextField::name), 2U) << "single characters of a run have no length";
    EXPECT_EQ(vector.names, (std::vector<std::string>{"鸟贵 贵族"}));
    EXPECT_EQ(vector.labels, (std::vector<std::string>{"居酒 酒屋", "鸟"}));
    EXPECT_EQ(vector.whole("鸟"), Whole::label);
}

TEST(TermVectorMaker, OtherFormsOfNamesCountNextToThem) {
    const Vector vector = vector_of(kept(R"("business_name":"Bäckerei Müller","city":"Köln")"));
    for (const char* word : {"baeckerei", "mueller"}) {
        EXPECT_TRUE(vector.has_other_name(word)) << word;
        EXPECT_EQ(vector.count(word, TextField::name), 0U) << word;
    }
    EXPECT_FALSE(vector.has_other_name("muller"));
    EXPECT_EQ(vector.length(TextField::name), 2U) << "other forms have no length";
    EXPECT_EQ(vector.names, (std::vector<std::string>{"backerei muller", "baeckerei mueller"}));
    EXPECT_EQ(vector.count("koeln", TextField::place), 1U);

    const Vector contracted = vector_of(kept(R"("business_name":"Mueller Blue")"));
    EXPECT_TRUE(contracted.has_other_name("muller"));
    EXPECT_EQ(contracted.names, (std::vector<std::string>{"mueller blue"}));

    const Vector russian = vector_of(kept(R"("business_name":"Хлебница")"));
    EXPECT_EQ(russian.count("хлебница", TextField::name), 1U);
    for (const char* word : {"khlebnitsa", "hlebnitsa", "hlebnica"}) {
        EXPECT_TRUE(russian.has_other_name(word)) << word;
        EXPECT_EQ(russian.whole(word), Whole::name) << word;
    }
}

TEST(TermVectorMaker, OtherNamesCountNextToTheName) {
    const Vector vector = vector_of(kept(R"("business_name":"Acme","alternate_names":["Wile Coyote","Acme Müller"],
        "official_name":"Zenith","name:en":"Acme")"));
    for (const char* word : {"wile", "coyote", "muller", "mueller", "zenith"}) {
        EXPECT_TRUE(vector.has_other_name(word)) << word;
    }
    EXPECT_FALSE(vector.has_other_name("acme"));
    EXPECT_EQ(vector.length(TextField::name), 1U);
    EXPECT_EQ(vector.whole("zenith"), Whole::name);
    EXPECT_EQ(vector.names, (std::vector<std::string>{"wile coyote", "acme muller", "acme mueller"}));
}

TEST(TermVectorMaker, StreetsHaveWordsAndNumbers) {
    const Vector vector = vector_of(kept(R"("business_name":"Acme Elm","street_address":"12 Elm St. of the Road")"));
    for (const char* word : {"12", "elm", "st", "rd"}) {
        EXPECT_EQ(vector.words.at(word).occurrences.street, 1U) << word;
    }
    EXPECT_EQ(vector.words.count("of"), 0U);
    EXPECT_EQ(vector.count("elm", TextField::name), 1U);
    EXPECT_EQ(vector.lengths, (format::FieldLengths{2, 0, 0, 0, 0}));
}

TEST(TermVectorMaker, EmptyTextsGiveNothing) {
    const Vector vector = vector_of(kept(R"("business_name":"!!!","tags":["","—"],"city":" ","store_description":"")"));
    EXPECT_TRUE(vector.words.empty());
    EXPECT_TRUE(vector.names.empty());
    EXPECT_TRUE(vector.labels.empty());
    EXPECT_EQ(vector.lengths, format::FieldLengths{});
}

TEST(TermVectorMaker, HugeRecordsStayExactAndLeaveNothingBehind) {
    Record record;
    for (int i = 0; i < 10000; ++i) {
        record.labels.push_back("category " + std::to_string(i));
    }
    std::string text;
    for (int i = 0; i < 70000; ++i) {
        text += "word ";
    }
    record.texts = {text};
    record.names = {std::string(TermVectorMaker::max_key, 'a') + " b", text};
    TermVectorMaker maker(machine_catalog(), text::WordForms::built_in(), text::NumberWords::built_in());
    std::string bytes;
    maker.make(record, "", "", bytes);
    const Vector vector = decode(bytes);
    EXPECT_EQ(vector.labels.size(), 10000U);
    EXPECT_EQ(vector.count("category", TextField::category), 10000U);
    EXPECT_EQ(vector.count("word", TextField::text), 65535U) << "saturated";
    EXPECT_EQ(vector.length(TextField::text), 70000U);
    EXPECT_EQ(vector.names.size(), 1U) << "the key of 70,000 words is left out, a name cut to 64 characters is kept";
    maker.make(Record{}, "", "", bytes);
    EXPECT_TRUE(decode(bytes).words.empty());
}

}  // namespace
}  // namespace bizrec::builder
