#include <map>
#include <set>

#include "t/unit/record/generator_support.hpp"
#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

class GeneratedSample : public testing::Test {
protected:
    void SetUp() override {
        if (!generator_.is_built()) {
            GTEST_SKIP() << "generate_stores is not built";
        }
    }
    const Generator generator_{"generate_stores"};
};

TEST_F(GeneratedSample, TheSeedDecides) {
    const auto lines = generator_.lines("");
    EXPECT_EQ(lines.size(), 30000U);
    EXPECT_EQ(generator_.lines("--seed 1 --count 30000"), lines);
    EXPECT_EQ(generator_.lines("", ".gz"), lines);
    EXPECT_NE(generator_.lines("--seed 2"), lines);
    EXPECT_EQ(generator_.lines("--count 777 --brands 7").size(), 777U);
}

/// FNV-1a, 64 bits.
std::uint64_t fingerprint(const std::vector<std::string>& lines) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const auto& line : lines) {
        for (const char c : line) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
        }
    }
    return hash;
}

// The bytes are the same on every machine and with every compiler. If you change the generator or the sample, change
// the number.
TEST_F(GeneratedSample, TheBytesAreTheSameEverywhere) {
    EXPECT_EQ(fingerprint(generator_.lines("")), 12291630925033263858U);
}

TEST_F(GeneratedSample, EveryStoreIsAMarkedRecord) {
    std::set<format::Uuid> ids;
    std::map<format::Uuid, std::uint32_t> chains;
    std::map<format::Uuid, std::uint32_t> claimed;
    std::set<std::string> countries;
    std::size_t american = 0;
    for (const auto& line : generator_.lines("")) {
        const Parsed parsed = parse_line(line);
        ASSERT_TRUE(parsed.kept) << line << parsed.reason.field << parsed.reason.detail;
        const Record& record = parsed.record;
        EXPECT_EQ(record.json, line);
        ASSERT_NE(line.find(R"("source":"generated","generated":true})"), std::string::npos) << line;
        ASSERT_TRUE(ids.insert(record.id).second) << line;
        ASSERT_TRUE(record.has_brand && record.position.exists()) << line;
        ASSERT_FALSE(record.name.empty() || record.root_domain.empty() || record.city.empty() || record.state.empty());
        ASSERT_NE(record.refreshed, format::missing_time);
        ASSERT_EQ(record.postal_code.empty(), record.country != "US") << line;
        american += record.country == "US" ? 1 : 0;
        countries.insert(record.country);
        ++chains[record.brand];
        claimed[record.brand] = record.num_stores;
    }
    EXPECT_EQ(chains.size(), 200U);
    EXPECT_EQ(chains, claimed);
    EXPECT_GT(american, 15000U);
    EXPECT_EQ(countries,
              (std::set<std::string>{"AU", "BR", "CA", "DE", "ES", "FR", "GB", "IT", "JP", "MX", "NL", "US"}));
}

TEST_F(GeneratedSample, BrandsOfTheSampleAreRecords) {
    const Lines lines = read_path(BIZREC_TEST_DATA "/sample/osm_brands.jsonl.gz");
    EXPECT_EQ(lines.text.size(), 19119U);
    for (const auto& line : lines.text) {
        const Parsed parsed = parse_line(line);
        ASSERT_TRUE(parsed.kept) << line << parsed.reason.field << parsed.reason.detail;
    }
}

TEST_F(GeneratedSample, MistakesHaveTheirExitCodes) {
    EXPECT_EQ(generator_.run("--help > /dev/null"), 0);
    EXPECT_EQ(generator_.run(""), 2);
    EXPECT_EQ(generator_.run("--data x -o y --seed minus"), 2);
    EXPECT_EQ(generator_.run("--data x -o y --count 0"), 2);
    EXPECT_EQ(generator_.run("--data /nonexistent -o /dev/null"), 1);
    EXPECT_EQ(generator_.run("--data '" BIZREC_TEST_DATA "/sample' -o /nonexistent/out.jsonl"), 1);
}

}  // namespace
}  // namespace bizrec::builder
