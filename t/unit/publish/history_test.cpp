#include "lmdb_builder/publish/history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace bizrec::builder {
namespace {

/// Sixteen times the same letter: the name of a generation that is easy to read.
std::string name(char letter) {
    return std::string(16, letter);
}

Generations names(const std::string& letters) {
    Generations generations;
    for (const char letter : letters) {
        generations.push_back(name(letter));
    }
    return generations;
}

TEST(PublishHistoryTest, WhatIsWrittenIsRead) {
    EXPECT_EQ(parse_history(history_text(names("cab"))), names("cab"));
    EXPECT_EQ(parse_history(""), Generations());
    EXPECT_EQ(history_text({}), "");
}

TEST(PublishHistoryTest, OddLinesArePassedOver) {
    EXPECT_EQ(parse_history(name('a') + "\n\nhello\n" + name('g') + "\n../" + name('b') + "\n" + name('c')),
              names("ac"));
    EXPECT_EQ(parse_history(history_text(names("abac"))), names("bac")) << "the last place counts";
}

TEST(PublishHistoryTest, ThePresentOnesInOrder) {
    EXPECT_EQ(order_of(names("cab"), names("abc")), names("cab"));
    EXPECT_EQ(order_of(names("cab"), names("bc")), names("cb"));
    EXPECT_EQ(order_of(names("cab"), names("feab")), names("efab")) << "unknown ones first, by name";
    EXPECT_EQ(order_of({}, names("cba")), names("abc"));
}

TEST(PublishHistoryTest, PublishingAppends) {
    EXPECT_EQ(after_publishing({}, "", name('a')), names("a"));
    EXPECT_EQ(after_publishing(names("ab"), name('b'), name('c')), names("abc"));
    EXPECT_EQ(after_publishing(names("abc"), name('c'), name('a')), names("bca"));
    EXPECT_EQ(after_publishing(names("abc"), name('b'), name('b')), names("abc")) << "current already";
    EXPECT_EQ(after_publishing({}, name('f'), name('f')), names("f"));
    EXPECT_EQ(after_publishing(names("ab"), "", name('c')), names("abc")) << "the current one is gone";
}

TEST(PublishHistoryTest, WhatWasRolledBackFromIsForgotten) {
    EXPECT_EQ(after_publishing(names("abcd"), name('b'), name('e')), names("abe"));
    EXPECT_EQ(after_publishing(names("abcd"), name('b'), name('d')), names("abd"));
    EXPECT_EQ(after_publishing(names("abcd"), name('b'), name('a')), names("ba"));
}

TEST(PublishHistoryTest, WhatServedOutsideTheHistoryIsTheOneBefore) {
    EXPECT_EQ(after_publishing(names("ab"), name('f'), name('c')), names("abfc"));
    EXPECT_EQ(after_publishing(names("ab"), name('f'), name('a')), names("bfa"));
    EXPECT_EQ(after_publishing({}, name('f'), name('c')), names("fc")) << "the file was lost";
}

TEST(PublishHistoryTest, TheOneBefore) {
    EXPECT_EQ(generation_before(names("abc"), name('c')), name('b'));
    EXPECT_EQ(generation_before(names("abc"), name('a')), "");
    EXPECT_EQ(generation_before(names("abc"), name('f')), name('c')) << "unknown: the newest";
    EXPECT_EQ(generation_before(names("abc"), ""), name('c'));
    EXPECT_EQ(generation_before({}, ""), "");
}

TEST(PublishHistoryTest, TheNewestStayAndWhatServes) {
    EXPECT_EQ(beyond(names("abcde"), name('e'), name('d'), 3), names("ab"));
    EXPECT_EQ(beyond(names("abc"), name('c'), name('b'), 3), Generations());
    EXPECT_EQ(beyond(names("abcde"), name('b'), name('a'), 2), names("c"));
    EXPECT_EQ(beyond(names("abcde"), name('e'), name('a'), 2), names("bc"));
    EXPECT_EQ(beyond(names("abc"), name('c'), "", 1), names("ab"));
}

/// Publishes and rolls back at random. Some publishes are killed between their two renames: of the history, and of the
/// link `current`. `served` is the oracle: the generations that served before the current one, in order. A rollback
/// must go to the last one that still exists.
TEST(PublishHistoryTest, AnyCourseOfEvents) {
    std::size_t rollbacks = 0, kills = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        Generations history = names("a"), present = names("a"), served;
        std::string current = name('a');
        for (int step = 0; step < 60; ++step) {
            const auto forget = [](Generations& from, const std::string& what) {
                from.erase(std::remove(from.begin(), from.end(), what), from.end());
            };
            if (random() % 3 == 0) {
                const std::string before = generation_before(history, current);
                if (before.empty()) {
                    continue;
                }
                ++rollbacks;
                ASSERT_FALSE(served.empty()) << "seed " << seed << " step " << step;
                EXPECT_EQ(before, served.back()) << "seed " << seed << " step " << step;
                served.pop_back();
                current = before;
                continue;
            }
            const std::string next = name("abcdef"[random() % 6]);
            history = after_publishing(history, current, next);
            forget(present, next);
            present.push_back(next);
            if (next != current && random() % 8 == 0) {
                ++kills;
                forget(served, next);  // publishing it has begun, so it no longer counts as having served before
                continue;
            }
            if (next != current) {
                forget(served, next);
                served.push_back(current);
                current = next;
                EXPECT_EQ(history.back(), current);
            }
            const std::string before = generation_before(history, current);
            EXPECT_EQ(before, served.empty() ? "" : served.back()) << "seed " << seed << " step " << step;
            for (const std::string& gone : beyond(order_of(history, present), current, before, 2 + random() % 3)) {
                EXPECT_NE(gone, current);
                EXPECT_NE(gone, before);
                for (Generations* list : {&history, &present, &served}) {
                    forget(*list, gone);
                }
            }
        }
    }
    EXPECT_GT(rollbacks, 1000U);
    EXPECT_GT(kills, 500U);
}

}  // namespace
}  // namespace bizrec::builder
