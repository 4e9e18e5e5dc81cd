#include "bizrec/postings/postings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "bizrec/base/sort_unique.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::search {
namespace {

using Docids = std::vector<std::uint32_t>;

Docids random_docids(testing::Random& random, std::size_t count, std::uint32_t below) {
    Docids docids;
    for (std::size_t i = 0; i < count; ++i) {
        docids.push_back(random() % below);
    }
    sort_unique(docids);
    return docids;
}

place::Ranges random_ranges(testing::Random& random, std::size_t count, std::uint32_t below) {
    place::Ranges ranges;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t begin = random() % below;
        ranges.push_back({begin, begin + random() % 20});
    }
    place::normalise(ranges);
    return ranges;
}

Postings view(const Docids& docids) {
    Postings list;
    list.docids = docids.data();
    list.count = static_cast<std::uint32_t>(docids.size());
    return list;
}

bool inside(const place::Ranges& ranges, std::uint32_t docid) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [docid](const place::Range& range) { return range.begin <= docid && docid < range.end; });
}

Docids inside(const place::Ranges& ranges, const Docids& docids) {
    Docids out;
    std::copy_if(docids.begin(), docids.end(), std::back_inserter(out),
                 [&](std::uint32_t docid) { return inside(ranges, docid); });
    return out;
}

TEST(Postings, SeekFindsWhatAScanFinds) {
    testing::Random random(1);
    for (int round = 0; round < 2000; ++round) {
        const Docids docids = random_docids(random, random() % 40, 60);
        const std::uint32_t target = random() % 64;
        std::uint64_t visited = 0;
        const std::uint32_t* found = seek(docids.data(), docids.data() + docids.size(), target, visited);
        EXPECT_EQ(found - docids.data(), std::lower_bound(docids.begin(), docids.end(), target) - docids.begin());
    }
}

TEST(Postings, SeekLooksAtLogarithmicallyMany) {
    Docids docids(1U << 20);
    for (std::uint32_t i = 0; i < docids.size(); ++i) {
        docids[i] = 2 * i;
    }
    std::uint64_t near = 0, far = 0;
    seek(docids.data(), docids.data() + docids.size(), 6, near);
    seek(docids.data(), docids.data() + docids.size(), 2'000'000, far);
    EXPECT_LE(near, 6U);
    EXPECT_LE(far, 42U);
}

TEST(Postings, StretchesAreWhatAScanFinds) {
    testing::Random random(2);
    for (int round = 0; round < 2000; ++round) {
        const Docids docids = random_docids(random, random() % 100, 500);
        const place::Ranges ranges = random_ranges(random, random() % 12, 500);
        const Docids expected = inside(ranges, docids);
        Docids found;
        std::uint64_t visited = 0;
        for_each_stretch(view(docids), ranges, visited, [&](const std::uint32_t* first, const std::uint32_t* last) {
            found.insert(found.end(), first, last);
            return true;
        });
        EXPECT_EQ(found, expected) << "round " << round;
        EXPECT_EQ(count_inside(view(docids), ranges, visited), expected.size());
        EXPECT_EQ(covers(ranges, view(docids)) && expected.size() != docids.size(), false);
    }
}

TEST(Postings, StretchesEndWhenTheVisitorHasEnough) {
    const Docids docids = {1, 2, 11, 12, 21};
    const place::Ranges ranges = {{0, 5}, {10, 15}, {20, 25}};
    std::uint64_t visited = 0;
    int calls = 0;
    for_each_stretch(view(docids), ranges, visited, [&](const std::uint32_t*, const std::uint32_t*) {
        ++calls;
        return calls < 2;
    });
    EXPECT_EQ(calls, 2);
}

TEST(Postings, ContainsIsWhatAScanFinds) {
    testing::Random random(3);
    for (int round = 0; round < 200; ++round) {
        const place::Ranges ranges = random_ranges(random, random() % 8, 200);
        for (std::uint32_t docid = 0; docid < 230; ++docid) {
            ASSERT_EQ(contains(ranges, docid), inside(ranges, docid)) << "docid " << docid;
        }
    }
}

TEST(Postings, OneRangeThatHoldsTheListCoversIt) {
    const Docids docids = {10, 15, 19};
    EXPECT_TRUE(covers({{10, 20}}, view(docids)));
    EXPECT_TRUE(covers({{0, 5}, {7, 20}}, view(docids)));
    EXPECT_FALSE(covers({{10, 19}}, view(docids)));
    EXPECT_FALSE(covers({{11, 20}}, view(docids)));
    EXPECT_FALSE(covers({}, view(docids)));
    EXPECT_TRUE(covers({}, view({})));
}

TEST(Postings, MembershipCursorGoesForward) {
    const Docids docids = {2, 3, 5, 8, 13, 21};
    MembershipCursor cursor(view(docids));
    std::uint64_t visited = 0;
    for (std::uint32_t docid = 0; docid < 30; ++docid) {
        EXPECT_EQ(cursor.contains(docid, visited), std::find(docids.begin(), docids.end(), docid) != docids.end());
    }
    EXPECT_FALSE(MembershipCursor().contains(0, visited));
}

TEST(Postings, DecodesAsTheFormatSays) {
    Docids numbers(120);
    const auto decode = [&](std::uint32_t length, std::uint64_t aux0) {
        format::KeyEntry entry;
        entry.values = numbers.data();
        entry.length = length;
        entry.aux[0] = aux0;
        return decode_postings(entry);
    };
    EXPECT_EQ(decode(0, 0).count, 0U);
    EXPECT_EQ(decode(1, 0xDEADBEEF).count, 1U) << "a single slot's aux is a fingerprint";
    EXPECT_EQ(decode(7, 7).count, 7U);
    EXPECT_EQ(decode(110, 60).count, 60U);
    EXPECT_EQ(decode(110, 60).best, numbers.data() + 60);
    EXPECT_EQ(decode(110, 60).best_count, 50U) << "format 3";
    EXPECT_FALSE(decode(110, 60).is_ranked());
    EXPECT_EQ(decode(120, 60).best, numbers.data() + 60);
    EXPECT_TRUE(decode(120, 60).is_ranked());
    EXPECT_EQ(decode(111, 60).best, nullptr);
    EXPECT_EQ(decode(100, 50).best, nullptr) << "a short list has no second part";
    EXPECT_EQ(decode(7, 7).best, nullptr);
}

TEST(Postings, HostileCountsAreCutToTheEntry) {
    Docids numbers(200);
    format::KeyEntry entry;
    entry.values = numbers.data();
    entry.length = 200;
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{149}, std::uint64_t{151}, std::uint64_t{200},
                                      std::uint64_t{201}, ~std::uint64_t{0}}) {
        entry.aux[0] = count;
        const Postings list = decode_postings(entry);
        EXPECT_LE(list.count, 200U);
        EXPECT_EQ(list.best, nullptr) << count;
    }
}

TEST(Postings, SameDocuments) {
    const Docids a = {1, 2, 3}, b = {1, 2, 3}, c = {1, 2, 4}, d = {1, 2};
    EXPECT_TRUE(same_documents(view(a), view(b)));
    EXPECT_FALSE(same_documents(view(a), view(c)));
    EXPECT_FALSE(same_documents(view(a), view(d)));
}

}  // namespace
}  // namespace bizrec::search
