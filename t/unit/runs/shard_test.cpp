#include "lmdb_builder/runs/shard.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "lmdb_builder/runs/run_file_rules.hpp"
#include "t/unit/support/catalog_fixture.hpp"
#include "t/unit/support/rules.hpp"

namespace bizrec::builder {
namespace {

TEST(Shard, ReadsFractions) {
    EXPECT_EQ(parse_fraction("1/1").value().text(), "1/1");
    EXPECT_EQ(parse_fraction("7/16").value().number, 7U);
    EXPECT_EQ(parse_fraction("65535/65535").value().of, 65535U);
    for (const char* text : {"", "/", "1", "1/", "/1", "0/1", "2/1", "1/0", "-1/2", "+1/2", " 1/2", "1/2 ", "1/2/3",
                             "1.0/2", "1/65536", "99999999999/99999999999", "a/b"}) {
        const auto fraction = parse_fraction(text);
        ASSERT_FALSE(fraction) << text;
        EXPECT_NE(fraction.error().message.find("expected i/n"), std::string::npos);
    }
}

/// The numbers of those shards, out of shards 1 to `of`, for whose filter `holds` returns true.
template <class Holds>
std::vector<std::uint32_t> holders(std::uint32_t of, const Holds& holds) {
    std::vector<std::uint32_t> shards;
    for (std::uint32_t number = 1; number <= of; ++number) {
        if (holds(ShardFilter({number, of}))) {
            shards.push_back(number);
        }
    }
    return shards;
}

TEST(Shard, EverythingIsInOneShardAndShardsAreEqual) {
    std::mt19937_64 random(73);
    for (const std::uint32_t of : {1U, 2U, 3U, 7U, 100U}) {
        std::vector<int> counts(of + 1);
        for (int i = 0; i < 5000; ++i) {
            format::Uuid id{};
            for (unsigned char& byte : id) {
                byte = static_cast<unsigned char>(random());
            }
            const auto shards = holders(of, [&](ShardFilter filter) { return filter.holds_id(id); });
            ASSERT_EQ(shards.size(), 1U);
            ++counts[shards[0]];
            const std::string line(reinterpret_cast<const char*>(id.data()), random() % 16);
            EXPECT_EQ(holders(of, [&](ShardFilter filter) { return filter.holds_line(line); }).size(), 1U);
            EXPECT_EQ(
                holders(of,
                        [&](ShardFilter filter) { return filter.holds_line_number(static_cast<std::uint64_t>(i) + 1); })
                    .size(),
                1U);
        }
        for (std::uint32_t number = 1; number <= of; ++number) {
            EXPECT_GT(counts[number], 5000 / static_cast<int>(of) / 3) << number << "/" << of;
        }
    }
}

// Other programs may split their inputs by the same rule, so the rule of docs/run-format.md must not change unnoticed.
TEST(Shard, TheRuleIsFixed) {
    format::Uuid id{};
    id.fill(0xAB);
    EXPECT_EQ(holders(1000, [&](ShardFilter filter) { return filter.holds_id(id); }), std::vector<std::uint32_t>{455});
}

TEST(RunRules, TellMachinesApart) {
    const auto untranslated = PlaceCatalog::load("/usr/share/iso-codes/json", ::testing::TempDir() + "/nowhere");
    ASSERT_TRUE(untranslated) << untranslated.error().message;
    const RuleSource rules = load_rules("", "");
    const RunHeader here = local_run_header(rules, machine_catalog(), "1048576");
    EXPECT_EQ(rules_conflict(here, local_run_header(rules, machine_catalog(), "1048576")), "");
    const RunHeader larger = local_run_header(rules, machine_catalog(), "2097152");
    EXPECT_NE(rules_conflict(here, larger).find("(1048576, 2097152): give every shard the same --max-record"),
              std::string::npos);
    const RunHeader there = local_run_header(rules, untranslated.value(), "1048576");
    EXPECT_NE(rules_conflict(here, there).find("iso-codes"), std::string::npos);
    EXPECT_NE(here.rules.specimens, there.rules.specimens) << "the specimens name states in their own languages";
    RuleSource other{rules_with("com\n"), "other"};
    const RunHeader elsewhere = local_run_header(other, machine_catalog(), "1048576");
    EXPECT_NE(rules_conflict(here, elsewhere).find("suffix"), std::string::npos);
    EXPECT_NE(here.rules.specimens, elsewhere.rules.specimens) << "and are under suffixes of many kinds";
    other.suffix_list_version = "\xFF\xFE";
    EXPECT_EQ(
        read_run_header(write_run_header(local_run_header(other, machine_catalog(), "1048576"))).suffix_list_version,
        "??");
}

}  // namespace
}  // namespace bizrec::builder
