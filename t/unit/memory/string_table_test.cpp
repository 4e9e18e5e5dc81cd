#include "lmdb_builder/memory/string_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace bizrec::builder {
namespace {

std::string random_text(std::mt19937_64& random, std::size_t texts) {
    return std::to_string(random() % texts) + std::string(random() % 3, 'x');
}

void expect_same(const StringTable& table, const std::map<std::string, std::uint32_t>& expected) {
    ASSERT_EQ(table.size(), expected.size());
    for (const auto& [text, id] : expected) {
        EXPECT_EQ(table[id], text);
        EXPECT_EQ(table.hash_of(id), StringTable::hash(text));
        EXPECT_EQ(table.find(text, StringTable::hash(text)), id);
    }
}

// The number of texts varies, because clear() works in three ways: entry by entry, the table as a whole, or by freeing
// its memory.
TEST(StringTable, AgreesWithAMapThroughManyLives) {
    constexpr unsigned seed = 20261121;
    std::mt19937_64 random(seed);
    StringTable table;
    for (int life = 0; life < 3000; ++life) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", life " + std::to_string(life));
        std::map<std::string, std::uint32_t> expected;
        const std::size_t adds = random() % (life % 50 == 0 ? 4000 : life % 3 == 0 ? 400 : 12);
        for (std::size_t i = 0; i < adds; ++i) {
            const std::string text = random_text(random, adds);
            const auto [known, is_new] = expected.emplace(text, static_cast<std::uint32_t>(expected.size()));
            const StringTable::Added added = table.add(text);
            ASSERT_EQ(added.is_new, is_new) << text;
            ASSERT_EQ(added.id, known->second) << text;
        }
        expect_same(table, expected);
        EXPECT_EQ(table.find("never added", StringTable::hash("never added")), std::nullopt);
        table.clear();
        ASSERT_EQ(table.size(), 0U);
    }
}

TEST(StringTable, KeepsTheMemoryOfSmallTablesOnly) {
    StringTable table;
    for (int i = 0; i < 10000; ++i) {
        table.add(std::to_string(i));
    }
    const std::uint64_t large = table.memory();
    table.clear(1U << 20);
    EXPECT_EQ(table.memory(), large);
    table.clear();
    EXPECT_LT(table.memory(), 100U);
}

}  // namespace
}  // namespace bizrec::builder
