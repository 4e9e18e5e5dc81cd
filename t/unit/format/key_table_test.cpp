#include "bizrec/format/key_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>

#include "bizrec/format/key_table_builder.hpp"
#include "bizrec/format/layout.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::format {
namespace {

using search::testing::whole_at_night;

struct Stored {
    std::vector<std::uint32_t> numbers;
    std::uint64_t aux[2] = {0, 0};
};
using Oracle = std::map<std::string, Stored>;

/// The chunks that the builder makes of a map.
std::vector<std::vector<std::byte>> encode(const Oracle& oracle, std::uint32_t partitions) {
    std::vector<KeyPartitionBuilder> builders(partitions);
    for (const auto& [key, stored] : oracle) {
        const KeyHash hash = hash_key(key);
        EXPECT_TRUE(builders[partition_of(hash, partitions)].add(
            hash, stored.numbers.data(), static_cast<std::uint32_t>(stored.numbers.size()), stored.aux));
    }
    std::vector<std::vector<std::byte>> chunks;
    for (auto& builder : builders) {
        chunks.push_back(builder.finish());
    }
    return chunks;
}

KeyTable open(const std::vector<std::vector<std::byte>>& chunks) {
    std::vector<KeyTable::Partition> partitions;
    for (const auto& chunk : chunks) {
        partitions.push_back({chunk.data(), chunk.size()});
    }
    auto table = KeyTable::open(std::move(partitions), "test");
    EXPECT_TRUE(table);
    return table ? std::move(table).value() : KeyTable();
}

std::string random_key(std::mt19937_64& random) {
    const std::size_t lengths[] = {random() % 4, random() % 30, random() % 300, random() % 5000};
    std::string key(lengths[random() % 64 < 48 ? 1 : random() % 4], '\0');
    for (char& c : key) {
        c = static_cast<char>(random());
    }
    return key;
}

Oracle random_oracle(std::mt19937_64& random, std::size_t keys) {
    Oracle oracle;
    oracle[""].numbers = {42};
    while (oracle.size() < keys) {
        Stored& stored = oracle[random_key(random)];
        stored.numbers.resize(random() % 8 == 0 ? random() % 100 : random() % 2);
        for (auto& number : stored.numbers) {
            number = static_cast<std::uint32_t>(random());
        }
        stored.aux[0] = random();
        stored.aux[1] = random();
    }
    return oracle;
}

void expect_equal(const KeyTable& table, const Oracle& oracle) {
    for (const auto& [key, stored] : oracle) {
        table.prefetch(hash_key(key));
        KeyEntry entry;
        ASSERT_TRUE(table.find(key, entry));
        ASSERT_EQ(std::vector<std::uint32_t>(entry.values, entry.values + entry.length), stored.numbers);
        ASSERT_EQ(entry.aux[0], stored.aux[0]);
        ASSERT_EQ(entry.aux[1], stored.aux[1]);
    }
}

TEST(KeyTable, AgreesWithAMapOnRandomKeys) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        const Oracle oracle = random_oracle(random, 20000);
        for (const std::uint32_t partitions : {1U, 2U, 8U}) {
            const auto chunks = encode(oracle, partitions);
            const KeyTable table = open(chunks);
            KeyTable filtered = open(chunks);
            filtered.make_filter();
            expect_equal(table, oracle);
            for (const auto& each : oracle) {
                ASSERT_TRUE(filtered.may_hold(hash_key(each.first)));
            }
            for (int i = 0; i < whole_at_night(20000); ++i) {
                const std::string key = random_key(random);
                KeyEntry entry;
                ASSERT_EQ(table.find(key, entry), oracle.count(key) == 1);
                ASSERT_TRUE(table.may_hold(hash_key(key)));
                ASSERT_TRUE(filtered.may_hold(hash_key(key)) || oracle.count(key) == 0);
            }
        }
    }
}

TEST(KeyTable, FewProbesAreNeeded) {
    std::mt19937_64 random(99);
    constexpr std::uint32_t partitions = 4;
    Oracle oracle;
    for (std::uint32_t i = 0; i < 100000; ++i) {
        oracle["example" + std::to_string(i) + ".com"].numbers = {i};
    }
    const auto chunks = encode(oracle, partitions);
    const KeyTable table = open(chunks);
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint32_t longest = 0;
    for (const auto& [key, stored] : oracle) {
        const std::uint32_t probes = table.probes(hash_key(key));
        hits += probes;
        longest = std::max(longest, probes);
        misses += table.probes(hash_key(key + "x"));
    }
    EXPECT_LT(static_cast<double>(hits) / 100000, 2.7);
    EXPECT_LT(static_cast<double>(misses) / 100000, 9.5);
    EXPECT_LT(longest, 200U);
}

TEST(KeyTable, TheFilterKnowsMostMisses) {
    Oracle oracle;
    for (std::uint32_t i = 0; i < 100000; ++i) {
        oracle["example" + std::to_string(i) + ".com"].numbers = {i};
    }
    const auto chunks = encode(oracle, 4);
    KeyTable table = open(chunks);
    table.make_filter();
    std::uint64_t perhaps = 0;
    for (const auto& each : oracle) {
        perhaps += table.may_hold(hash_key(each.first + "x")) ? 1 : 0;
    }
    EXPECT_LT(static_cast<double>(perhaps) / 100000, 0.05);
}

TEST(KeyTable, BytesDependOnTheSetAlone) {
    std::mt19937_64 random(5);
    const Oracle oracle = random_oracle(random, 2000);
    std::vector<const Oracle::value_type*> order;
    for (const auto& entry : oracle) {
        order.push_back(&entry);
    }
    const auto encode_in_order = [&order] {
        KeyPartitionBuilder builder;
        for (const auto* entry : order) {
            EXPECT_TRUE(builder.add(hash_key(entry->first), entry->second.numbers.data(),
                                    static_cast<std::uint32_t>(entry->second.numbers.size()), entry->second.aux));
        }
        return builder.finish();
    };
    const auto first = encode_in_order();
    std::shuffle(order.begin(), order.end(), random);
    EXPECT_EQ(encode_in_order(), first);
}

TEST(KeyTable, ATagIsTakenOnce) {
    KeyPartitionBuilder builder;
    const std::uint64_t aux[2] = {0, 0};
    const std::uint32_t number = 1;
    EXPECT_TRUE(builder.add({7, 1}, &number, 1, aux));
    EXPECT_FALSE(builder.add({7, 2}, &number, 1, aux));
    EXPECT_EQ(builder.keys(), 1U);
    builder.finish();
    EXPECT_EQ(builder.keys(), 0U);
    EXPECT_TRUE(builder.add({7, 2}, &number, 1, aux));
}

TEST(KeyTable, AnEmptyTableFindsNothing) {
    const auto chunks = encode({}, 1);
    KeyEntry entry;
    EXPECT_FALSE(open(chunks).find("", entry));
    EXPECT_FALSE(open(chunks).find("x", entry));
    EXPECT_FALSE(KeyTable().find("x", entry));
    EXPECT_EQ(KeyTable().probes(hash_key("x")), 0U);
}

TEST(KeyTable, PartitionsArePowersOfTwoAndFull) {
    EXPECT_EQ(partition_count(0), 1U);
    EXPECT_EQ(partition_count(32768), 1U);
    EXPECT_EQ(partition_count(32769), 2U);
    EXPECT_EQ(partition_count(1'000'000'000), 32768U);
    EXPECT_EQ(partition_of({1, UINT64_MAX}, 1), 0U);
    EXPECT_EQ(partition_of({1, UINT64_MAX}, 1024), 1023U);
    EXPECT_EQ(partition_of({1, 0}, 1024), 0U);
    EXPECT_EQ(partition_of({1, std::uint64_t{1} << 63}, 1U << 31), 1U << 30);
    std::mt19937_64 random(8);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t a = random();
        const std::uint64_t b = random();
        EXPECT_EQ(a <= b ? partition_of({1, a}, 64) <= partition_of({1, b}, 64)
                         : partition_of({1, a}, 64) >= partition_of({1, b}, 64),
                  true);
        EXPECT_EQ(partition_of({1, a}, 64), a >> 58);
    }
}

TEST(KeyTable, HashIsXxh3AndNeverMarksAFreeSlot) {
    EXPECT_EQ(hash_key("").tag, 0x6001C324468D497FU);  // XXH3-128 of no bytes, as xxhsum -H2 prints it
    EXPECT_EQ(hash_key("").position, 0x99AA06D3014798D8U);
}

TEST(KeyTable, HeadsThatDoNotFitAreRefused) {
    const auto refused = [](std::vector<std::byte> chunk) {
        const auto table = KeyTable::open({{chunk.data(), chunk.size()}}, "places");
        EXPECT_FALSE(table);
        if (!table) {
            EXPECT_NE(table.error().message.find("section places, chunk 0"), std::string::npos);
        }
    };
    refused({});
    refused(std::vector<std::byte>(47));
    refused(std::vector<std::byte>(4080));  // its head states no slot
    for (const std::size_t field : {0U, 4U}) {
        std::vector<std::byte> chunk = encode({{"a", {{1, 2}, {0, 0}}}}, 1)[0];
        std::memset(chunk.data() + field, 0xFF, 4);
        refused(chunk);
    }
    EXPECT_FALSE(KeyTable::open({}, "places"));
    const auto chunk = encode({}, 1)[0];
    const KeyTable::Partition partition{chunk.data(), chunk.size()};
    EXPECT_FALSE(KeyTable::open({partition, partition, partition}, "places"));
    EXPECT_FALSE(KeyTable::open({{chunk.data() + 8, chunk.size() - 8}}, "places"));
}

TEST(KeyTable, ListsOutsideTheHeapAreNotFound) {
    for (const auto& [value, length] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
             {0, 4}, {1, 3}, {4, 2}, {0xFFFFFFFFU, 2}, {2, 0xFFFFFFFFU}, {0xFFFFFFFFU, 0xFFFFFFFFU}}) {
        auto chunks = encode({{"a", {{1, 2, 3}, {0, 0}}}}, 1);
        for (std::size_t at = key_partition_head_bytes; at + sizeof(KeySlot) <= chunks[0].size();
             at += sizeof(KeySlot)) {
            std::memcpy(chunks[0].data() + at + offsetof(KeySlot, value), &value, 4);
            std::memcpy(chunks[0].data() + at + offsetof(KeySlot, length), &length, 4);
        }
        KeyEntry entry;
        EXPECT_FALSE(open(chunks).find("a", entry)) << value << ' ' << length;
    }
}

TEST(KeyTable, AFullTableOfStrangersEndsTheSearch) {
    auto chunks = encode({{"a", {{1}, {0, 0}}}, {"b", {{2}, {0, 0}}}}, 1);
    for (std::size_t at = key_partition_head_bytes; at + sizeof(KeySlot) <= chunks[0].size(); at += sizeof(KeySlot)) {
        std::memset(chunks[0].data() + at, 0xEE, 8);
    }
    KeyEntry entry;
    EXPECT_FALSE(open(chunks).find("a", entry));
}

TEST(KeyTable, RandomDamageNeverReachesOutside) {
    std::mt19937_64 random(77);
    const Oracle oracle = random_oracle(random, 300);
    const auto good = encode(oracle, 1)[0];
    std::uint64_t sum = 0;
    for (int round = 0; round < 3000; ++round) {
        auto chunk = good;
        for (std::size_t n = random() % 40; n-- != 0;) {
            chunk[random() % chunk.size()] = static_cast<std::byte>(random());
        }
        const auto table = KeyTable::open({{chunk.data(), chunk.size()}}, "test");
        if (!table) {
            continue;
        }
        for (const auto& [key, stored] : oracle) {
            KeyEntry entry;
            if (table.value().find(key, entry) && entry.length != 0) {
                // Reads both ends of the list. The address sanitizer reports a read outside.
                sum += std::uint64_t{entry.values[0]} + entry.values[entry.length - 1];
                const auto* first = reinterpret_cast<const std::byte*>(entry.values);
                ASSERT_GE(first, chunk.data());
                ASSERT_LE(first + std::size_t{entry.length} * 4, chunk.data() + chunk.size());
            }
        }
    }
    EXPECT_NE(sum, 0U);
}

}  // namespace
}  // namespace bizrec::format
