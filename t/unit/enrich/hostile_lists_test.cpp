#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/place/distance.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/support/random.hpp"
#include "t/unit/support/small_index.hpp"

/// A file with valid checksums but nonsense lists must not make the engine read outside it.
namespace bizrec::search::testing {
namespace {

constexpr std::uint32_t documents = 300;

std::uint32_t hostile_docid(Random& random) {
    switch (random() % 8) {
        case 0:
            return random();
        case 1:
            return documents;
        case 2:
            return 0xFFFFFFFFU;
        default:
            return random() % documents;
    }
}

std::vector<std::uint32_t> hostile_numbers(Random& random) {
    std::vector<std::uint32_t> numbers(random() % 400);
    for (std::uint32_t& number : numbers) {
        number = hostile_docid(random);
    }
    if (random() % 2 == 0) {
        std::sort(numbers.begin(), numbers.end());
    }
    return numbers;
}

SmallIndex hostile_index(Random& random) {
    SmallIndex index;
    for (std::uint32_t i = 0; i < documents; ++i) {
        index.documents.push_back({*place::make_position(random() % 90, random() % 180), 7});
    }
    index.add_country("US", {0, documents});
    index.add_place_raw(
        "t\x1fUS\x1f"
        "a",
        hostile_numbers(random));
    index.add_place_raw(
        "t\x1fUS\x1f"
        "b",
        hostile_numbers(random));
    for (const char* key : {"a.com", "h:a.com", "p:a.com", "b.com", "facebook:a", "facebook:b"}) {
        std::vector<std::uint32_t> numbers = hostile_numbers(random);
        const std::uint64_t counts[] = {numbers.size(), numbers.size() - format::best_documents, numbers.size() / 2,
                                        random(), 0};
        const std::uint64_t count = counts[random() % 5];
        index.add_raw(key, std::move(numbers), count, random() % 8 == 0 ? format::entry_flag::shared : 0);
    }
    return index;
}

void expect_sound(const EnrichResult& result, std::uint32_t limit) {
    EXPECT_LE(result.rows.size(), limit);
    EXPECT_GE(result.total, result.rows.size());
    EXPECT_LT(result.total, 1000U) << "no more than the lists hold";
    for (const EnrichRow& row : result.rows) {
        EXPECT_LT(row.docid, documents);
        EXPECT_GT(row.score, 0U);
    }
}

TEST(HostileLists, RowsAreDocumentsOfTheIndex) {
    Random random(5);
    EnrichResult result;
    for (int round = 0; round < 60; ++round) {
        const auto generation = hostile_index(random).open();
        ASSERT_TRUE(generation);
        for (EnrichQuery query :
             {by_website(site("a.com", "a.com")), by_website(site("b.com", "b.com", "/x")),
              by_profile(profile("facebook:a")), by_both(site("a.com", "a.com"), profile("facebook:b")),
              by_both(site("b.com", "a.com"), profile("facebook:a"))}) {
            query.limit = 1 + random() % enrich_limit;
            SCOPED_TRACE("round " + std::to_string(round));
            enrich(*generation, query, result);
            expect_sound(result, query.limit);
            query.locations = {in_city("a"), in_circle(*place::make_position(40, 40), 500000)};
            enrich(*generation, query, result);
            expect_sound(result, query.limit);
            query.locations = {in_city("a"), in_city("b"), in_country("US")};
            enrich(*generation, query, result);
            expect_sound(result, query.limit);
            query.has_cursor = true;
            query.cursor_score = static_cast<std::uint32_t>(random() % (1U << 18));
            query.cursor_id = numbered_uuid(random() % documents);
            enrich(*generation, query, result);
            expect_sound(result, query.limit);
            query.locations.clear();
            enrich(*generation, query, result);
            expect_sound(result, query.limit);
        }
    }
}

}  // namespace
}  // namespace bizrec::search::testing
