#include <gtest/gtest.h>
#include <simdjson.h>

#include "lmdb_builder/record/field_counts.hpp"
#include "lmdb_builder/record/field_summary.hpp"
#include "lmdb_builder/record/known_fields.hpp"

namespace bizrec::builder {
namespace {

TEST(UnreadFields, TheMostFrequentFirst) {
    UnreadFields fields;
    for (const char* name : {"b", "a", "c", "a", "c", "c"}) {
        fields.add(name);
    }
    const auto sorted = fields.by_count();
    ASSERT_EQ(sorted.size(), 3U);
    EXPECT_EQ(sorted[0].name + sorted[1].name + sorted[2].name, "cab");
    EXPECT_EQ(sorted[0].records, 3U);
    EXPECT_TRUE(fields.is_complete());
}

TEST(UnreadFields, AFrequentNameOutlivesAMillionRareOnes) {
    UnreadFields fields;
    for (int i = 0; i < 1000000; ++i) {
        fields.add("rare" + std::to_string(i));
        if (i % 100 == 0) {
            fields.add("frequent");
        }
    }
    const auto sorted = fields.by_count();
    EXPECT_EQ(sorted.size(), UnreadFields::name_limit);
    EXPECT_EQ(sorted[0].name, "frequent");
    EXPECT_EQ(sorted[0].records, 10000U);
    EXPECT_FALSE(fields.is_complete());
}

TEST(UnreadFields, ANameThatIsNotListedMakesThemIncomplete) {
    UnreadFields fields;
    for (std::size_t i = 0; i < UnreadFields::name_limit; ++i) {
        fields.add("name" + std::to_string(i));
    }
    EXPECT_TRUE(fields.is_complete());
    fields.add("one more");
    EXPECT_EQ(fields.by_count().size(), UnreadFields::name_limit);
    EXPECT_FALSE(fields.is_complete());
}

TEST(FieldCounts, ANameThatOccursTwiceInARecordCountsOnce) {
    FieldCounts counts;
    simdjson::dom::parser parser;
    KnownFields fields;
    RejectReason reason;
    for (int record = 0; record < 2; ++record) {
        const std::string json = R"({"web":1,"x":2,"web":3})";
        ASSERT_TRUE(fields.collect(parser.parse(json).get_object(), reason));
        counts.add(fields);
    }
    const auto sorted = counts.unread.by_count();
    ASSERT_EQ(sorted.size(), 2U);
    EXPECT_EQ(sorted[0].records, 2U);
    EXPECT_EQ(sorted[1].records, 2U);
}

TEST(UnreadFields, LongNamesAreCutBetweenCharacters) {
    UnreadFields fields;
    fields.add(std::string(UnreadFields::name_bytes - 1, 'n') + "\xC3\xBC" + "x");
    fields.add(std::string(UnreadFields::name_bytes - 1, 'n') + "\xC3\xA4");
    const auto sorted = fields.by_count();
    ASSERT_EQ(sorted.size(), 1U);
    EXPECT_EQ(sorted[0].name, std::string(UnreadFields::name_bytes - 1, 'n'));
    EXPECT_EQ(sorted[0].records, 2U);
}

TEST(UnreadFields, SumsOfWorkers) {
    UnreadFields one, other;
    one.add("a");
    other.add("a", 2);
    other.add("b");
    one.add(other);
    const auto sorted = one.by_count();
    ASSERT_EQ(sorted.size(), 2U);
    EXPECT_EQ(sorted[0].records, 3U);
}

TEST(FieldGuess, SpellingOtherNamesAndTypingErrors) {
    const auto guess = [](std::string_view name) {
        const auto field = guess_field(name);
        return field ? std::string(field_name(*field)) : std::string();
    };
    EXPECT_EQ(guess("busness_name"), "business_name");
    EXPECT_EQ(guess("BusinessName"), "business_name");
    EXPECT_EQ(guess("business name"), "business_name");
    EXPECT_EQ(guess("Website-URL"), "website_url");
    EXPECT_EQ(guess("name"), "business_name");
    EXPECT_EQ(guess("url"), "website_url");
    EXPECT_EQ(guess("Postcode"), "zip_code");
    EXPECT_EQ(guess("longtitude"), "longitude");
    EXPECT_EQ(guess("opening_hours"), "");
    EXPECT_EQ(guess("seats"), "");
    EXPECT_EQ(guess("source_ref"), "") << "what import writes";
    EXPECT_EQ(guess("lac"), "") << "three letters are near to everything";
    EXPECT_EQ(guess(""), "");
    EXPECT_EQ(guess(std::string(100000, 'x')), "");
}

TEST(FieldGuess, NotWhereSomeRecordHasBoth) {
    FieldCounts counts;
    counts.records = 10;
    counts.given[static_cast<std::size_t>(Field::website)] = 8;
    counts.unread.add("web", 3);
    EXPECT_FALSE(unread_fields(counts)[0].meant) << "website and website_url are one fact";
    counts.given[static_cast<std::size_t>(Field::website)] = 7;
    EXPECT_EQ(unread_fields(counts)[0].meant, Field::website_url);
    EXPECT_EQ(unread_hint(counts), "; nothing reads the field \"web\" (did you mean website_url?)");
}

TEST(FieldSummary, NotQuiteAllIsNotAll) {
    FactCounts facts;
    facts.records = 100000;
    facts.with[0] = 99999;
    facts.with[1] = 100000;
    const std::string text = facts_text(facts);
    EXPECT_NE(text.find("  name               99,999   99.9 %\n  website           100,000  100.0 %\n"),
              std::string::npos)
        << text;
    EXPECT_NE(facts_text(FactCounts()).find("  name              0  "), std::string::npos);
}

}  // namespace
}  // namespace bizrec::builder
