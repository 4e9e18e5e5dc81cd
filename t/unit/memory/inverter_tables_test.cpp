// Compares the two in-memory tables of the inverter with those of the standard library.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "lmdb_builder/memory/byte_chains.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {
namespace {

TEST(StringTable, NumbersStringsAsAMapDoes) {
    std::mt19937_64 random(20261201);
    StringTable table;
    for (int round = 0; round < 6; ++round) {
        std::map<std::string, std::uint32_t> expected;
        const std::size_t most = round % 2 == 0 ? 20000 : 60;
        for (std::size_t i = 0; i < 3 * most; ++i) {
            const std::string text(random() % most % 5, 'x');
            const std::string key = text + std::to_string(random() % most) + std::string(random() % 2, '\0');
            const auto [at, fresh] = expected.emplace(key, expected.size());
            const StringTable::Added added = table.add(key);
            ASSERT_EQ(added.is_new, fresh);
            ASSERT_EQ(added.id, at->second);
        }
        ASSERT_EQ(table.size(), expected.size());
        for (const auto& [key, id] : expected) {
            ASSERT_EQ(table[id], key);
        }
        table.clear();
        EXPECT_EQ(table.size(), 0U);
    }
    EXPECT_FALSE(table.add("").id != 0 || !table.add("x").is_new) << "the empty string is one too";
    EXPECT_EQ(table[0], "");
}

TEST(StringTable, AGreatTableIsGivenBack) {
    StringTable table;
    for (int i = 0; i < 100000; ++i) {
        table.add(std::to_string(i));
    }
    EXPECT_GT(table.memory(), 1U << 20);
    table.clear();
    EXPECT_LT(table.memory(), 1U << 17);
}

TEST(ByteChains, GiveBackWhatWasAppended) {
    std::mt19937_64 random(20261202);
    ByteChains chains;
    for (int round = 0; round < 4; ++round) {
        std::vector<ByteChains::Chain> heads(300);
        std::vector<std::string> expected(heads.size());
        for (int i = 0; i < 60000; ++i) {
            // Three of the 300 chains get three quarters of the appended bytes.
            const std::size_t chain = random() % (random() % 4 == 0 ? heads.size() : 3);
            std::string bytes(1 + random() % (i % 100 == 0 ? 5000 : 8), '\0');
            for (char& c : bytes) {
                c = static_cast<char>(random());
            }
            chains.append(heads[chain], bytes.data(), bytes.size());
            expected[chain] += bytes;
        }
        for (std::size_t chain = 0; chain < heads.size(); ++chain) {
            std::string bytes = "kept";
            chains.read(heads[chain], bytes);
            ASSERT_EQ(bytes, "kept" + expected[chain]);
        }
        EXPECT_GT(chains.memory(), 0U);
        chains.clear();
        EXPECT_EQ(chains.memory(), 0U);
    }
}

TEST(ByteChains, ARareChainIsSmall) {
    ByteChains chains;
    std::vector<ByteChains::Chain> heads(5000);
    for (ByteChains::Chain& head : heads) {
        chains.append(head, "abc", 3);
    }
    EXPECT_LE(chains.memory(), heads.size() * 14);
}

}  // namespace
}  // namespace bizrec::builder
