#include "lmdb_builder/content/content_dictionary_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "bizrec/format/content.hpp"
#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::builder {
namespace {

using Random = std::mt19937_64;

struct Row {
    format::Uuid id{};
    std::string json;
};

std::string text_of(const format::Uuid& id) {
    std::string text(format::uuid_characters, '\0');
    format::write_uuid(id, text.data());
    return text;
}

std::vector<Row> make_rows(std::size_t count, Random& random) {
    const char* const cities[] = {"Oakland", "Berkeley", "San José", "東京都", "München"};
    std::vector<Row> rows(count);
    for (Row& row : rows) {
        for (auto& byte : row.id) {
            byte = static_cast<unsigned char>(random());
        }
        const std::string name = "Shop" + std::to_string(random() % 100000);
        row.json = R"({"store_id":")" + text_of(row.id) + R"(","business_name":")" + name +
                   R"(","website_url":"https://www.)" + name + R"(.com/","city":")" + cities[random() % 5] +
                   R"(","country":"US","latitude":37.)" + std::to_string(random() % 1000000) + "}";
    }
    return rows;
}

format::ContentPhrases phrases_of(const std::vector<Row>& rows, std::size_t sample_bytes) {
    ContentSample sample(sample_bytes);
    for (const Row& row : rows) {
        sample.add(row.id, row.json);
    }
    return choose_phrases(sample);
}

struct Encoded {
    std::size_t records = 0;  // bytes
    std::size_t codes = 0;    // bytes, including ids and lengths
};

/// Encodes all rows and checks that each decodes to the same bytes.
Encoded expect_round_trip(const std::vector<Row>& rows, const format::ContentPhrases& phrases) {
    format::ContentDictionary dictionary;
    if (!phrases.chunk().empty()) {
        EXPECT_TRUE(format::ContentDictionary::open(reinterpret_cast<const std::byte*>(phrases.chunk().data()),
                                                    phrases.chunk().size(), dictionary));
    }
    format::ContentChunkBuilder builder(phrases);
    Encoded encoded;
    for (const Row& row : rows) {
        builder.add(row.id, row.json);
        encoded.records += row.json.size();
    }
    const std::string chunk = builder.finish();
    encoded.codes = chunk.size();
    const auto* const bytes = reinterpret_cast<const std::byte*>(chunk.data());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string head;
        const auto row = format::content_row(bytes, chunk.size(), static_cast<std::uint32_t>(i),
                                             static_cast<std::uint32_t>(rows.size()));
        EXPECT_TRUE(format::append_row_head(row, dictionary, head));
        EXPECT_EQ(head, R"({"id":")" + text_of(rows[i].id) + R"(","content":)" + rows[i].json);
    }
    return encoded;
}

TEST(ContentDictionaryBuilder, MakesRecordsShort) {
    Random random(1);
    const std::vector<Row> rows = make_rows(3000, random);
    const format::ContentPhrases phrases = phrases_of(rows, ContentSample::default_bytes);
    const Encoded encoded = expect_round_trip(rows, phrases);
    EXPECT_LT(encoded.codes * 2, encoded.records);
    const Encoded without = expect_round_trip(rows, {});
    EXPECT_LT(encoded.codes * 2, without.codes);
}

TEST(ContentDictionaryBuilder, FewRecordsNeedNoDictionary) {
    Random random(2);
    EXPECT_EQ(phrases_of({}, ContentSample::default_bytes).chunk(), "");
    for (const std::size_t count : {1U, 3U, 20U}) {
        const std::vector<Row> rows = make_rows(count, random);
        const format::ContentPhrases phrases = phrases_of(rows, ContentSample::default_bytes);
        EXPECT_EQ(phrases.chunk(), "") << "a page more saves less than a page";
        const Encoded encoded = expect_round_trip(rows, phrases);
        EXPECT_LT(encoded.codes, encoded.records + format::row_read_slack);
    }
}

TEST(ContentDictionaryBuilder, DependsOnTheSetOfRecordsAlone) {
    Random random(3);
    std::vector<Row> rows = make_rows(3000, random);
    const std::string chunk = phrases_of(rows, 100000).chunk();
    EXPECT_NE(chunk, "");
    for (int round = 0; round < 5; ++round) {
        std::shuffle(rows.begin(), rows.end(), random);
        EXPECT_EQ(phrases_of(rows, 100000).chunk(), chunk);
    }
}

TEST(ContentDictionaryBuilder, RecordsOutsideTheSampleComeBackToo) {
    Random random(4);
    const std::vector<Row> rows = make_rows(2000, random);
    const std::vector<Row> others = make_rows(500, random);
    expect_round_trip(others, phrases_of(rows, 50000));
}

TEST(ContentSample, KeepsAShareOfTheRecordsThatFits) {
    Random random(5);
    const std::vector<Row> rows = make_rows(5000, random);
    ContentSample sample(100000);
    for (const Row& row : rows) {
        sample.add(row.id, row.json);
    }
    const unsigned halvings = sample.halvings();
    const auto records = sample.take();
    std::size_t bytes = 0;
    for (const auto& record : records) {
        bytes += record.json().size();
        EXPECT_EQ(record.hash >> (64 - halvings), 0U);
    }
    EXPECT_LE(bytes, 100000U);
    EXPECT_GT(bytes, 25000U);
    EXPECT_EQ(halvings, 4U) << "a million bytes: a sixteenth of them fits";
    EXPECT_TRUE(
        std::is_sorted(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.hash < b.hash; }));
}

TEST(ContentSample, LeavesOutGiants) {
    ContentSample sample;
    sample.add(format::Uuid{1}, std::string(ContentSample::max_record + 1, 'x'));
    sample.add(format::Uuid{2}, std::string(ContentSample::max_record, 'x'));
    const auto records = sample.take();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].id, format::Uuid{2});
    EXPECT_EQ(records[0].json().size(), ContentSample::max_record);
}

}  // namespace
}  // namespace bizrec::builder
