#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "input_support.hpp"
#include "record_support.hpp"

namespace bizrec::builder {
namespace {

/// The generator is built beside the tests.
std::string generator_path() {
    return std::filesystem::read_symlink("/proc/self/exe").replace_filename("generate_stores").string();
}

int run_generator(const std::string& arguments) {
    const int status = std::system(("'" + generator_path() + "' " + arguments + " 2>/dev/null").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::vector<std::string> generate(const std::string& options, const std::string& ending = "") {
    const TestFile file("");
    const std::string path = file.path() + ending;
    EXPECT_EQ(run_generator("--data '" BIZREC_TEST_DATA "/sample' -o " + path + " " + options), 0);
    const Lines lines = read_path(path);
    std::filesystem::remove(path);
    return lines.text;
}

class GeneratedSample : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(generator_path())) {
            GTEST_SKIP() << "generate_stores is not built";
        }
    }
};

TEST_F(GeneratedSample, TheSeedDecides) {
    const auto lines = generate("");
    EXPECT_EQ(lines.size(), 30000U);
    EXPECT_EQ(generate("--seed 1 --count 30000"), lines);
    EXPECT_EQ(generate("", ".gz"), lines);
    EXPECT_NE(generate("--seed 2"), lines);
    EXPECT_EQ(generate("--count 777 --brands 7").size(), 777U);
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

// The same bytes on every machine and with every compiler. Who changes the generator or the sample changes the number.
TEST_F(GeneratedSample, TheBytesAreTheSameEverywhere) {
    EXPECT_EQ(fingerprint(generate("")), 12291630925033263858U);
}

TEST_F(GeneratedSample, EveryStoreIsAMarkedRecord) {
    std::set<format::Uuid> ids;
    std::map<format::Uuid, std::uint32_t> chains;
    std::map<format::Uuid, std::uint32_t> claimed;
    std::set<std::string> countries;
    std::size_t american = 0;
    for (const auto& line : generate("")) {
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
    EXPECT_EQ(run_generator("--help > /dev/null"), 0);
    EXPECT_EQ(run_generator(""), 2);
    EXPECT_EQ(run_generator("--data x -o y --seed minus"), 2);
    EXPECT_EQ(run_generator("--data x -o y --count 0"), 2);
    EXPECT_EQ(run_generator("--data /nonexistent -o /dev/null"), 1);
    EXPECT_EQ(run_generator("--data '" BIZREC_TEST_DATA "/sample' -o /nonexistent/out.jsonl"), 1);
}

}  // namespace
}  // namespace bizrec::builder
