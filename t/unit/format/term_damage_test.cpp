#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "bizrec/format/term_list_layout.hpp"
#include "t/unit/format/term_support.hpp"
#include "t/unit/support/random.hpp"

/// For any bytes: nothing outside is read (the sanitizers check that), no document that does not exist is returned, and
/// docids ascend.
namespace bizrec::format {
namespace {

using search::testing::whole_at_night;

using test::Postings;
using test::StoredTerm;

constexpr std::uint32_t damaged_documents = 1000;

/// Damages every byte of the lists, once by one flipped bit and once by flipping all bits.
void flip_every_byte(const Postings& postings) {
    StoredTerm stored(postings, damaged_documents);
    for (std::size_t at = stored.first_byte(); at < stored.bytes().size(); ++at) {
        const std::byte good = stored.bytes()[at];
        for (const std::byte flip : {std::byte{1} << static_cast<int>(at % 8), std::byte{0xFF}}) {
            stored.bytes()[at] = good ^ flip;
            test::walk_everything(stored.read(), damaged_documents);
        }
        stored.bytes()[at] = good;
    }
}

TEST(TermDamage, FlippedBytesOfLists) {
    flip_every_byte(test::random_postings(20, damaged_documents, 9, 1));
    flip_every_byte(test::random_postings(129, damaged_documents, 9, 2));
    flip_every_byte(test::random_postings(600, damaged_documents, 3, 3));
}

TEST(TermDamage, FlippedBitsOfASlot) {
    for (const std::uint32_t count : {1U, 5U, 16U, 100U, 600U}) {
        StoredTerm stored(test::random_postings(count, damaged_documents, 9, count), damaged_documents);
        for (unsigned bit = 0; bit < 128; ++bit) {
            std::uint64_t& aux = stored.encoded().aux[bit / 64];
            aux ^= std::uint64_t{1} << bit % 64;
            test::walk_everything(stored.read(), damaged_documents);
            aux ^= std::uint64_t{1} << bit % 64;
        }
        for (std::size_t i = 0; i < stored.encoded().numbers.size(); ++i) {
            for (unsigned bit = 0; bit < 32; ++bit) {
                stored.encoded().numbers[i] ^= 1U << bit;
                test::walk_everything(stored.read(), damaged_documents);
                stored.encoded().numbers[i] ^= 1U << bit;
            }
        }
    }
}

TEST(TermDamage, EveryCut) {
    for (const std::uint32_t count : {20U, 129U, 600U}) {
        StoredTerm stored(test::random_postings(count, damaged_documents, 9, count), damaged_documents);
        while (stored.bytes().size() > stored.first_byte()) {
            // The memory is shrunk to fit, so that a sanitizer reports a read past the end.
            stored.bytes() = std::vector<std::byte>(stored.bytes().begin(), stored.bytes().end() - 1);
            test::walk_everything(stored.read(), damaged_documents);
        }
    }
}

TEST(TermDamage, HostileLengths) {
    struct Case {
        std::size_t at;  // offset from the lists' first byte
        std::uint32_t number;
    };
    const auto groups_at = [](StoredTerm& stored) {
        ListHead head;
        std::memcpy(&head, stored.bytes().data() + stored.first_byte(), sizeof head);
        return std::size_t{head.groups_at};
    };
    StoredTerm good(test::random_postings(600, damaged_documents, 3, 9), damaged_documents);
    const std::size_t groups = groups_at(good);
    std::vector<Case> cases;
    for (const std::uint32_t number : {0U, 1U, 15U, 16U, 17U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFF0U, 0xFFFFFFFFU}) {
        for (const std::size_t at : {std::size_t{0}, std::size_t{4}, std::size_t{8}, std::size_t{12}, groups,
                                     groups + 4, groups + 8, groups + 4 + 4 * 24, groups + 8 + 4 * 24}) {
            cases.push_back({at, number});
        }
    }
    for (const Case& c : cases) {
        StoredTerm stored = good;
        std::memcpy(stored.bytes().data() + stored.first_byte() + c.at, &c.number, sizeof c.number);
        test::walk_everything(stored.read(), damaged_documents);
    }
    for (const std::uint64_t count : {0ULL, 1ULL, 16ULL, 17ULL, 128ULL, 601ULL, 999ULL, 1001ULL, 0xFFFFFFFFULL}) {
        StoredTerm stored = good;
        stored.encoded().aux[0] = count;
        test::walk_everything(stored.read(), damaged_documents);
    }
}

TEST(TermDamage, ADamagedBlockIsEmptyAndTheOthersAreThere) {
    StoredTerm stored(test::random_postings(300, 0xFFFFFFFEU, 9, 4), 0xFFFFFFFEU);
    const std::size_t second_last = stored.first_byte() + sizeof(ListHead) + 2 * sizeof(std::uint32_t);
    std::memset(stored.bytes().data() + second_last, 0xFF, sizeof(std::uint32_t));
    const TermLists lists = stored.read();
    ASSERT_EQ(lists.count, 300U);
    std::uint32_t docids[block_postings];
    EXPECT_EQ(lists.blocks.decode(0, docids), 128U);
    EXPECT_EQ(lists.blocks.decode(1, docids), 0U);
    EXPECT_EQ(docids[0], no_docid);
    EXPECT_EQ(docids[127], no_docid);
    EXPECT_EQ(lists.blocks.decode(2, docids), 0U);  // begins after the damaged docid
}

TEST(TermDamage, RandomBytes) {
    std::mt19937_64 random(6);
    for (int round = 0; round < whole_at_night(1500, 3); ++round) {
        StoredTerm stored(
            test::random_postings(static_cast<std::uint32_t>(random() % 700 + 1), damaged_documents, 5, random()),
            damaged_documents);
        for (auto changes = random() % 5 + 1; changes-- > 0 && stored.bytes().size() > stored.first_byte();) {
            const std::size_t at = stored.first_byte() + random() % (stored.bytes().size() - stored.first_byte());
            stored.bytes()[at] = static_cast<std::byte>(random());
        }
        test::walk_everything(stored.read(), damaged_documents);
    }
}

}  // namespace
}  // namespace bizrec::format
