#include "bizrec/format/spelling_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/rival.hpp"
#include "bizrec/format/spelling_table_builder.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/typing_cost.hpp"
#include "t/unit/support/term_sections.hpp"

namespace bizrec::format {
namespace {

std::u32string letters_of(std::string_view word) {
    std::u32string letters;
    for (std::size_t at = 0; at < word.size();) {
        letters.push_back(next_code_point(word, at));
    }
    return letters;
}

/// Number of edits: letters added, left out or exchanged, and neighbours swapped. Each letter takes part in at most one
/// edit.
std::size_t edits(const std::u32string& a, const std::u32string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            d[i][j] = i == 0 ? j : j == 0 ? i : std::min(d[i - 1][j], d[i][j - 1]) + 1;
            if (i > 0 && j > 0) {
                d[i][j] = std::min(d[i][j], d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
            }
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

std::string random_word(std::mt19937_64& random, std::size_t shortest) {
    static const char* const letters[] = {"a", "b", "c", "d", "\u00E9", "\u0436", "7"};
    std::string word;
    for (std::size_t left = shortest + random() % 6; left > 0; --left) {
        word += letters[random() % std::size(letters)];
    }
    return word;
}

struct Words {
    std::vector<std::string> words;
    std::vector<std::uint32_t> documents;
    store::test::SpellingChunks chunks;

    SpellingTable open() const {
        std::vector<SpellingTable::Chunk> views;
        for (const std::string& chunk : chunks.spellings) {
            views.push_back({reinterpret_cast<const std::byte*>(chunk.data()), chunk.size()});
        }
        auto table = SpellingTable::open(views, static_cast<std::uint32_t>(words.size()), "test");
        EXPECT_TRUE(table) << table.error().message;
        return std::move(table).value();
    }
};

Words random_words(std::mt19937_64& random, std::size_t count) {
    std::set<std::string> words;
    for (std::size_t i = 0; i < count; ++i) {
        words.insert(random_word(random, 3));
    }
    Words out;
    out.words.assign(words.begin(), words.end());
    for (std::size_t i = 0; i < out.words.size(); ++i) {
        out.documents.push_back(static_cast<std::uint32_t>(1 + random() % (i % 2 == 0 ? 1000 : 6)));
    }
    out.chunks = store::test::encode_spellings(out.words, out.documents);
    return out;
}

std::set<std::uint32_t> candidates(const SpellingTable& table, const std::string& typed) {
    std::set<std::uint32_t> numbers;
    std::vector<std::uint64_t> keys;
    text::spelling_keys(typed, keys);
    for (const std::uint64_t key : keys) {
        table.find(key, [&](std::uint32_t number) { numbers.insert(number); });
    }
    return numbers;
}

TEST(SpellingTable, EveryWordOneEditAwayIsFound) {
    constexpr unsigned seed = 20261126;
    std::mt19937_64 random(seed);
    for (const std::size_t count : {1U, 30U, 400U}) {
        const Words words = random_words(random, count);
        const SpellingTable table = words.open();
        for (int i = 0; i < 300; ++i) {
            const std::string typed = i % 3 == 0 ? words.words[random() % words.words.size()] : random_word(random, 2);
            const std::set<std::uint32_t> found = candidates(table, typed);
            for (std::uint32_t number = 0; number < words.words.size(); ++number) {
                if (edits(letters_of(typed), letters_of(words.words[number])) <= 1) {
                    EXPECT_EQ(found.count(number), 1U) << typed << " for " << words.words[number];
                }
            }
            for (const std::uint32_t number : found) {
                EXPECT_LT(number, words.words.size());
            }
        }
    }
}

TEST(SpellingTable, WordsOfOneSoundAreFound) {
    Words words;
    words.words = {"pizzeria", "restaurant"};
    words.documents = {3, 9};
    words.chunks = store::test::encode_spellings(words.words, words.documents);
    EXPECT_EQ(candidates(words.open(), "restraunt").count(1), 1U);
}

/// More than a hundred words of three letters share a form of two letters. The look-up stays short and returns the
/// words with the most documents.
TEST(SpellingTable, OfManyUnderAKeyTheMostFrequentAreFound) {
    std::set<std::string> distinct;
    for (char32_t letter = 0x430; letter < 0x430 + 60; ++letter) {
        std::string c;
        append_code_point(c, letter);
        distinct.insert({"ab" + c, "a" + c + "b", c + "ab"});
    }
    Words words;
    words.words.assign(distinct.begin(), distinct.end());
    for (std::uint32_t i = 0; i < words.words.size(); ++i) {
        words.documents.push_back(i * 7919 % 181 + 1);
    }
    words.chunks = store::test::encode_spellings(words.words, words.documents);
    const SpellingTable table = words.open();
    std::set<std::uint32_t> found;
    table.find(text::spelling_key("ab"), [&](std::uint32_t number) { found.insert(number); });
    EXPECT_LT(found.size(), words.words.size());
    std::vector<std::uint32_t> order(words.words.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return words.documents[a] != words.documents[b] ? words.documents[a] > words.documents[b] : a < b;
    });
    for (std::size_t i = 0; i < max_under_a_key; ++i) {
        EXPECT_EQ(found.count(order[i]), 1U) << i;
    }
}

TEST(SpellingTable, MemoryAndLanesChangeNothing) {
    constexpr unsigned seed = 3;
    std::mt19937_64 random(seed);
    std::set<std::string> distinct;
    while (distinct.size() < 20000) {
        distinct.insert(random_word(random, 6) + random_word(random, 3));
    }
    const std::vector<std::string> list(distinct.begin(), distinct.end());
    std::vector<std::uint32_t> documents;
    for (std::size_t i = 0; i < list.size(); ++i) {
        documents.push_back(static_cast<std::uint32_t>(1 + random() % 50));
    }
    const auto expected = store::test::encode_spellings(list, documents);
    EXPECT_GT(expected.spellings.size(), 4U) << "several partitions";
    const std::vector<std::string> chunks = store::test::encode_vocabulary(list);
    const Vocabulary vocabulary =
        Vocabulary::open({{reinterpret_cast<const std::byte*>(chunks[0].data()), chunks[0].size()}}).value();
    SpelledWords words;
    words.words = &vocabulary;
    words.documents = documents.data();
    words.numbers_below = vocabulary.size();
    words.with_sounds = true;
    for (const unsigned lanes : {1U, 3U}) {
        SpellingTableBuilder builder(words, lanes, 1U << 30);
        std::vector<std::string> made;
        while (builder.next_round()) {
            for (std::uint32_t from = 0; from < vocabulary.size(); from += 777) {
                builder.collect((from / 777) % lanes, from, std::min(from + 777, vocabulary.size()));
            }
            for (std::uint32_t i = 0; i < builder.round_size(); ++i) {
                made.push_back(builder.encode(i % lanes, i));
            }
        }
        EXPECT_EQ(made, expected.spellings);
        EXPECT_EQ(builder.rivals(), expected.rivals);
    }
}

/// By definition, the rival byte of a word is the maximum, over all other words that share a key with it, of
/// ln(documents) minus the typing cost.
TEST(Rivals, AreWhatTheBestNeighbourIsWorth) {
    constexpr unsigned seed = 11;
    std::mt19937_64 random(seed);
    Words words = random_words(random, 300);
    words.words.insert(words.words.end(), {"restaurant", "restraunt", "restrooom"});
    words.documents.insert(words.documents.end(), {80000, 3, 1});
    std::vector<std::size_t> order(words.words.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return words.words[a] < words.words[b]; });
    Words sorted;
    for (const std::size_t i : order) {
        sorted.words.push_back(words.words[i]);
        sorted.documents.push_back(words.documents[i]);
    }
    sorted.chunks = store::test::encode_spellings(sorted.words, sorted.documents);
    for (std::size_t i = 0; i < sorted.words.size(); ++i) {
        std::vector<std::uint64_t> own, other;
        text::spelling_keys(sorted.words[i], own);
        std::uint8_t expected = 0;
        for (std::size_t j = 0; j < sorted.words.size(); ++j) {
            text::spelling_keys(sorted.words[j], other);
            if (i == j || std::find_first_of(own.begin(), own.end(), other.begin(), other.end()) == own.end()) {
                continue;
            }
            double cost = text::typing_cost(letters_of(sorted.words[i]), letters_of(sorted.words[j]), 1000);
            if (text::have_same_sound(sorted.words[i], sorted.words[j])) {
                cost = std::min<double>(cost, text::TypingCosts::same_consonants);
            }
            if (sorted.documents[j] <= mere_documents) {
                cost = text::TypingCosts::slip;
            }
            expected = std::max(expected, rival_byte(std::log(static_cast<double>(sorted.documents[j])) - cost));
        }
        EXPECT_EQ(sorted.chunks.rivals[i], expected) << sorted.words[i];
    }
}

TEST(Rival, ABytesBoundIsNotBelowWhatItStandsFor) {
    for (double nats = -20; nats < 30; nats += 0.01) {
        const std::uint8_t byte = rival_byte(nats);
        EXPECT_TRUE(byte == 0 ? nats <= min_rival_nats : byte == 255 || rival_nats(byte) >= nats) << nats;
        EXPECT_LT(rival_nats(byte) - nats, byte == 0 ? 1000.0 : 0.126) << nats;
    }
    EXPECT_LT(rival_nats(0), -1000);
}

}  // namespace
}  // namespace bizrec::format
