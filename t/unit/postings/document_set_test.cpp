#include "bizrec/postings/document_set.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace bizrec::search {
namespace {

constexpr std::uint32_t few = 1000;
constexpr std::uint32_t many = 10'000'000;

// Uses one object for indexes of every size, as a reused search does.
TEST(DocumentSet, AgreesWithAStdSetThroughManyLives) {
    std::mt19937_64 random(20261121);
    DocumentSet set;
    for (int life = 0; life < 200; ++life) {
        const auto documents = static_cast<std::uint32_t>(1 + random() % (life % 5 == 0 ? many : few));
        std::set<std::uint32_t> expected;
        EXPECT_TRUE(set.empty());
        for (std::uint64_t left = random() % 300; left > 0; --left) {
            set.open(documents);
            const auto docid = static_cast<std::uint32_t>(random() % documents);
            set.insert(docid);
            expected.insert(docid);
        }
        ASSERT_EQ(set.empty(), expected.empty());
        for (int i = 0; i < 1000 && !set.empty(); ++i) {
            const auto docid = static_cast<std::uint32_t>(random() % documents);
            ASSERT_EQ(set.contains(docid), expected.count(docid) != 0) << docid << " of " << documents;
        }
        for (const std::uint32_t docid : expected) {
            ASSERT_TRUE(set.contains(docid));
        }
        set.clear();
    }
}

TEST(DocumentSet, GrowsWithWhatItHolds) {
    DocumentSet set;
    set.open(few);
    set.insert(few - 1);
    set.open(many);
    set.insert(many - 1);
    EXPECT_TRUE(set.contains(few - 1));
    EXPECT_TRUE(set.contains(many - 1));
    EXPECT_FALSE(set.contains(few));
}

TEST(DocumentSet, KeepsLittleMemoryOnly) {
    DocumentSet set;
    set.open(few);
    const std::size_t small = set.memory();
    set.clear();
    EXPECT_EQ(set.memory(), small);
    set.open(many);
    EXPECT_GE(set.memory(), many / 8);
    set.clear();
    EXPECT_EQ(set.memory(), 0U);
}

}  // namespace
}  // namespace bizrec::search
