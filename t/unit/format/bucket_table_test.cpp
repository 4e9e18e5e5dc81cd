#include "bizrec/format/bucket_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "bizrec/format/bucket_table_builder.hpp"

namespace bizrec::format {
namespace {

struct Encoded {
    std::vector<std::string> chunks;
    std::vector<BucketTable::Chunk> views() const {
        std::vector<BucketTable::Chunk> views;
        for (const std::string& chunk : chunks) {
            views.push_back({reinterpret_cast<const std::byte*>(chunk.data()), chunk.size()});
        }
        return views;
    }
};

Encoded encode(std::vector<BucketEntry>& entries, std::uint32_t partitions, unsigned value_bits) {
    std::sort(entries.begin(), entries.end());
    Encoded encoded;
    const BucketEntry* begin = entries.data();
    const BucketEntry* const end = begin + entries.size();
    for (std::uint32_t partition = 0; partition < partitions; ++partition) {
        const BucketEntry* const next = std::find_if(begin, end, [&](const BucketEntry& entry) {
            return bucket_partition_of(entry.key, partitions) > partition;
        });
        encoded.chunks.push_back(encode_bucket_partition(begin, next, partitions, value_bits));
        begin = next;
    }
    return encoded;
}

std::vector<std::uint64_t> found(const BucketTable& table, std::uint64_t key) {
    std::vector<std::uint64_t> values;
    table.find(key, [&](std::uint32_t number, std::uint64_t value) {
        EXPECT_EQ(table.value(number), value);
        values.push_back(value);
    });
    return values;
}

TEST(BucketTable, FindsEveryEntryAndFewOthers) {
    constexpr unsigned seed = 20261126;
    std::mt19937_64 random(seed);
    for (const std::uint32_t partitions : {1U, 2U, 16U}) {
        for (const std::size_t count : {0U, 1U, 9U, 5000U}) {
            for (const unsigned bits : {1U, 7U, 18U, 40U, max_value_bits}) {
                SCOPED_TRACE(std::to_string(partitions) + " partitions, " + std::to_string(count) + " entries, " +
                             std::to_string(bits) + " bits");
                std::vector<BucketEntry> entries;
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint64_t key = i % 10 == 1 ? entries.back().key : random();
                    entries.push_back({key, random() & ((std::uint64_t{1} << bits) - 1)});
                }
                const Encoded encoded = encode(entries, partitions, bits);
                const auto table = BucketTable::open(encoded.views(), bits, "test");
                ASSERT_TRUE(table) << table.error().message;
                ASSERT_EQ(table.value().size(), count);
                std::uint32_t number = 0;
                for (const BucketEntry& entry : entries) {
                    table.value().prefetch(entry.key);
                    table.value().prefetch_entries(entry.key);
                    const auto values = found(table.value(), entry.key);
                    EXPECT_EQ(std::count(values.begin(), values.end(), entry.value) > 0, true);
                    EXPECT_EQ(table.value().value(number++), entry.value) << "numbers are in the order of keys";
                }
                std::size_t others = 0;
                for (int i = 0; i < 1000; ++i) {
                    others += found(table.value(), random()).size();
                }
                EXPECT_LT(others, 300U) << "an eighth of a look-up";
            }
        }
    }
}

TEST(BucketTable, AnEmptyOneFindsNothing) {
    const BucketTable table;
    EXPECT_TRUE(found(table, 1).empty());
    table.prefetch(1);
    table.prefetch_entries(1);
    EXPECT_EQ(table.size(), 0U);
}

TEST(BucketTable, APlaceIsInsideWhateverTheKey) {
    for (const std::uint64_t key : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63}) {
        for (const std::uint32_t partitions : {1U, 2U, 1U << 20}) {
            EXPECT_LT(bucket_partition_of(key, partitions), partitions);
            for (const std::uint32_t buckets : {1U, 3U, 8192U, 65536U}) {
                EXPECT_LT(bucket_place_of(key, partitions, buckets).bucket, buckets);
                EXPECT_LT(bucket_place_of(key, partitions, buckets).fingerprint, 1U << fingerprint_bits);
            }
        }
    }
}

TEST(BucketTable, RefusesWhatCannotBe) {
    std::vector<BucketEntry> entries{{1, 1}, {2, 1}, {3, 1}};
    const Encoded good = encode(entries, 1, 8);
    const auto says = [](std::string chunk, std::size_t copies, const char* words) {
        Encoded encoded;
        encoded.chunks.assign(copies, chunk);
        const auto table = BucketTable::open(encoded.views(), 8, "test");
        ASSERT_FALSE(table) << words;
        EXPECT_NE(table.error().message.find(words), std::string::npos) << table.error().message;
    };
    says(good.chunks[0], 3, "section test: has 3 chunks, expected a power of two");
    says(good.chunks[0], 0, "has 0 chunks");
    says("abc", 1, "chunk 0: has no room for its head");
    says(good.chunks[0].substr(0, good.chunks[0].size() - 1), 1, "its head states 3 entries, which do not fit its");
    says(std::string("\xFF\xFF\xFF\xFF", 4) + good.chunks[0].substr(4), 1, "its head states 4294967295 entries");
}

/// With hostile offsets a look-up still ends and reads only inside the table.
TEST(BucketTable, HostileOffsetsStayInside) {
    constexpr unsigned seed = 7;
    std::mt19937_64 random(seed);
    std::vector<BucketEntry> entries;
    for (int i = 0; i < 3000; ++i) {
        entries.push_back({random(), random() & 0xFF});
    }
    const Encoded good = encode(entries, 1, 8);
    for (int round = 0; round < 200; ++round) {
        Encoded bad = good;
        for (std::size_t i = sizeof(std::uint32_t); i < bad.chunks[0].size(); ++i) {
            if (random() % 4 == 0) {
                bad.chunks[0][i] = static_cast<char>(random());
            }
        }
        const auto table = BucketTable::open(bad.views(), 8, "test");
        ASSERT_TRUE(table);
        for (int i = 0; i < 100; ++i) {
            const std::uint64_t key = random();
            table.value().prefetch_entries(key);
            EXPECT_LE(found(table.value(), key).size(), max_in_bucket);
        }
    }
}

TEST(BucketTable, APartitionHoldsWhatItsOffsetsCount) {
    std::vector<BucketEntry> entries;
    for (std::uint64_t i = 0; i < 70000; ++i) {
        entries.push_back({i << 40, i & 0xFF});
    }
    const Encoded encoded = encode(entries, 1, 8);
    const auto table = BucketTable::open(encoded.views(), 8, "test");
    ASSERT_TRUE(table);
    EXPECT_EQ(table.value().size(), max_in_partition);
}

}  // namespace
}  // namespace bizrec::format
