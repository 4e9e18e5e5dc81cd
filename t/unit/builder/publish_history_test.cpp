#include "lmdb_builder/publish/history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace bizrec::builder {
namespace {

/// Sixteen of a letter: a generation that reads well.
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
    EXPECT_EQ(after_publishing(names("ab"), name('f'), name('c')), names("abc")) << "current is unknown";
}

TEST(PublishHistoryTest, WhatWasRolledBackFromIsTheOldestNow) {
    EXPECT_EQ(after_publishing(names("abcd"), name('b'), name('e')), names("cdabe"));
    EXPECT_EQ(after_publishing(names("abcd"), name('b'), name('d')), names("cabd"));
}

TEST(PublishHistoryTest, TheOneBefore) {
    EXPECT_EQ(generation_before(names("abc"), name('c')), name('b'));
    EXPECT_EQ(generation_before(names("abc"), name('a')), "");
    EXPECT_EQ(generation_before(names("abc"), name('f')), name('c')) << "unknown: the newest";
    EXPECT_EQ(generation_before(names("abc"), ""), name('c'));
    EXPECT_EQ(generation_before({}, ""), "");
}

TEST(PublishHistoryTest, TheNewestStayAndWhatServes) {
    EXPECT_EQ(beyond(names("abcde"), name('e'), 3), names("ab"));
    EXPECT_EQ(beyond(names("abc"), name('c'), 3), Generations());
    EXPECT_EQ(beyond(names("abcde"), name('b'), 2), names("c")) << "current is b, before it a";
    EXPECT_EQ(beyond(names("abcde"), name('e'), 2), names("abc"));
}

/// Publishing and rolling back at random, ended between the two renames at random: what is current is never dropped,
/// and a rollback always goes to what served before, but never to what was just left.
TEST(PublishHistoryTest, AnyCourseOfEvents) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        Generations order;
        std::string current, left;
        for (int step = 0; step < 60; ++step) {
            if (random() % 3 == 0) {
                const std::string before = generation_before(order, current);
                if (!before.empty()) {
                    EXPECT_NE(before, left) << "seed " << seed << " step " << step;
                    left = current;
                    current = before;
                }
                continue;
            }
            const std::string served = current;
            const std::string next = name("abcdef"[random() % 6]);
            order = after_publishing(order, current, next);
            if (random() % 8 == 0) {
                continue;  // killed before the switch
            }
            current = next;
            left.clear();
            EXPECT_EQ(order.back(), current);
            if (!served.empty() && served != current) {
                EXPECT_EQ(generation_before(order, current), served) << "seed " << seed << " step " << step;
            }
            const std::string before = generation_before(order, current);
            for (const std::string& gone : beyond(order, current, 2 + random() % 3)) {
                EXPECT_NE(gone, current);
                EXPECT_NE(gone, before);
                order.erase(std::find(order.begin(), order.end(), gone));
            }
            EXPECT_EQ(generation_before(order, current), before);
        }
    }
}

}  // namespace
}  // namespace bizrec::builder
