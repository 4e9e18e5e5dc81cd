#include "bizrec/format/id_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace bizrec::format {
namespace {

std::vector<Uuid> random_ids(std::size_t count) {
    std::mt19937_64 random(count);
    std::vector<Uuid> ids(count);
    for (Uuid& id : ids) {
        std::generate(id.begin(), id.end(), [&] { return static_cast<unsigned char>(random()); });
    }
    return ids;
}

std::vector<std::byte> encode(const std::vector<Uuid>& ids) {
    std::vector<std::uint32_t> buckets;
    for (const Uuid& id : ids) {
        buckets.push_back(id_bucket_of(id, id_bucket_count(ids.size())));
    }
    return encode_id_buckets(buckets);
}

TEST(IdTable, EveryDocumentIsInItsBucketAndBucketsAreSmall) {
    for (const std::size_t count : {0U, 1U, 3U, 4U, 1000U, 50000U}) {
        const std::vector<Uuid> ids = random_ids(count);
        const std::vector<std::byte> chunk = encode(ids);
        const std::uint32_t buckets = id_bucket_count(count);
        ASSERT_EQ(chunk.size(), 4 * (buckets + 1 + count));
        std::size_t greatest = 0;
        for (std::uint32_t docid = 0; docid < count; ++docid) {
            const auto span = docids_of_bucket(chunk.data(), chunk.size(), count, id_bucket_of(ids[docid], buckets));
            ASSERT_TRUE(std::binary_search(span.begin, span.end, docid));
            ASSERT_TRUE(std::is_sorted(span.begin, span.end));
            greatest = std::max(greatest, static_cast<std::size_t>(span.end - span.begin));
        }
        EXPECT_LE(greatest, 25U) << count;  // Poisson with mean 4: above 25 once in 10^12
    }
}

TEST(IdTable, BucketsOfDamagedChunksAreEmptyOrInside) {
    const std::vector<Uuid> ids = random_ids(100);
    const std::vector<std::byte> good = encode(ids);
    const auto sum = [](const std::vector<std::byte>& chunk) {
        std::uint64_t total = 0;
        for (std::uint32_t bucket = 0; bucket < 30; ++bucket) {
            const auto span = docids_of_bucket(chunk.data(), chunk.size(), 100, bucket);
            for (const std::uint32_t* docid = span.begin; docid != span.end; ++docid) {
                total += *docid;
            }
        }
        return total;
    };
    EXPECT_EQ(sum(good), 99U * 100U / 2);
    EXPECT_EQ(sum(std::vector<std::byte>(good.begin(), good.end() - 1)), 0U);
    EXPECT_EQ(sum({}), 0U);
    EXPECT_EQ(docids_of_bucket(good.data(), good.size(), 100, 26).begin, nullptr);
    for (std::size_t at = 0; at < 27 * 4; ++at) {
        std::vector<std::byte> bad = good;
        bad[at] ^= std::byte{0x40};
        sum(bad);
    }
}

}  // namespace
}  // namespace bizrec::format
