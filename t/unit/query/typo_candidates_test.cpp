#include "bizrec/query/typo_candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "t/unit/query/edit_distance.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::search::testing {
namespace {

using Letters = std::u32string;

std::string utf8_of(const Letters& letters) {
    std::string out;
    for (const char32_t c : letters) {
        if (c < 0x80) {
            out += static_cast<char>(c);
        } else {
            out += static_cast<char>(0xC0U | c >> 6);
            out += static_cast<char>(0x80U | (c & 0x3FU));
        }
    }
    return out;
}

/// A vocabulary in memory, which also has the words as letters.
class SortedWords {
public:
    explicit SortedWords(const std::set<std::string>& words) {
        format::VocabularyChunkBuilder chunk;
        for (const std::string& word : words) {
            chunk.add(word);
            if (chunk.count() == format::words_per_chunk) {
                chunks_.push_back(chunk.finish());
            }
        }
        if (chunk.count() != 0) {
            chunks_.push_back(chunk.finish());
        }
    }
    explicit SortedWords(std::string raw_chunk) { chunks_.push_back(std::move(raw_chunk)); }

    Result<format::Vocabulary> open() const {
        std::vector<format::Vocabulary::Chunk> chunks;
        for (const std::string& bytes : chunks_) {
            chunks.push_back({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
        }
        return format::Vocabulary::open(chunks);
    }

private:
    std::vector<std::string> chunks_;
};

Letters random_letters(Random& random, std::size_t least, std::size_t most, unsigned alphabet) {
    constexpr char32_t letters[] = U"abcdeéжλöstz0";
    Letters out;
    const std::size_t size = least + random() % (most - least + 1);
    while (out.size() < size) {
        out += letters[random() % alphabet];
    }
    return out;
}

Letters with_error(Letters word, Random& random, unsigned alphabet) {
    const std::size_t at = word.empty() ? 0 : random() % word.size();
    const Letters letter = random_letters(random, 1, 1, alphabet);
    switch (random() % 4) {
        case 0:
            return word.insert(at, letter);
        case 1:
            return word.size() < 2 ? word : word.erase(at, 1);
        case 2:
            return word.empty() ? word : word.replace(at, 1, letter);
        default:
            if (at + 1 < word.size()) {
                std::swap(word[at], word[at + 1]);
            }
            return word;
    }
}

constexpr std::uint64_t plenty = 1U << 30;

TEST(TypoCandidates, AreThoseOfAFullScan) {
    TypoFinder finder;
    std::vector<TypoCandidate> found;
    std::uint64_t candidates = 0, at_two = 0;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        const unsigned alphabet = 2 + random() % 11;
        std::vector<Letters> words;
        std::set<std::string> spelt;
        for (unsigned i = 0; i < 20 * seed; ++i) {
            Letters word = i == 0 || random() % 2 == 0 ? random_letters(random, 4, seed % 7 == 0 ? 32 : 11, alphabet)
                                                       : with_error(words[random() % words.size()], random, alphabet);
            if (word.size() <= TypoFinder::longest_word && spelt.insert(utf8_of(word)).second) {
                words.push_back(std::move(word));
            }
        }
        const SortedWords memory(spelt);
        const auto vocabulary = memory.open();
        ASSERT_TRUE(vocabulary);
        for (int round = 0; round < 30; ++round) {
            Letters typed = words[random() % words.size()];
            for (unsigned errors = random() % 4; errors != 0; --errors) {
                typed = with_error(typed, random, alphabet);
            }
            const unsigned allowed = typed.size() > TypoFinder::longest_word ? 0 : forgiven_edits(typed.size());
            std::vector<std::pair<std::string, unsigned>> expected;
            for (const Letters& word : words) {
                if (allowed != 0 && is_within(allowed, typed, word)) {
                    expected.emplace_back(utf8_of(word), edit_distance(typed, word));
                }
            }
            std::sort(expected.begin(), expected.end());
            std::uint64_t steps = plenty;
            finder.find(vocabulary.value(), utf8_of(typed), steps, found);
            if (expected.size() >= TypoFinder::max_candidates) {
                continue;
            }
            ASSERT_EQ(found.size(), expected.size()) << "seed " << seed << " round " << round << ' ' << utf8_of(typed);
            for (std::size_t i = 0; i < found.size(); ++i) {
                ASSERT_EQ(vocabulary.value().word(found[i].index), expected[i].first);
                ASSERT_EQ(found[i].distance, expected[i].second) << expected[i].first << " for " << utf8_of(typed);
                at_two += found[i].distance == 2 ? 1 : 0;
            }
            candidates += found.size();
        }
    }
    EXPECT_GT(candidates, 1500U);
    EXPECT_GT(at_two, 400U);
}

TEST(TypoCandidates, ShortWordsAndLongOnesHaveNone) {
    const SortedWords memory(std::set<std::string>{"abcd", std::string(32, 'a'), std::string(31, 'a')});
    const auto vocabulary = memory.open();
    ASSERT_TRUE(vocabulary);
    TypoFinder finder;
    std::vector<TypoCandidate> found;
    std::uint64_t steps = plenty;
    for (const std::string& typed : {std::string("ab"), std::string(), std::string(33, 'a'), std::string(500, 'a')}) {
        finder.find(vocabulary.value(), typed, steps, found);
        EXPECT_TRUE(found.empty()) << typed;
    }
    finder.find(vocabulary.value(), std::string(32, 'a'), steps, found);
    EXPECT_EQ(found.size(), 2U);
}

TEST(TypoCandidates, WorkIsFarBelowAScanAndEndsAtItsBound) {
    Random random(7);
    std::set<std::string> spelt;
    while (spelt.size() < 150000) {
        spelt.insert(utf8_of(random_letters(random, 4, 14, 13)));
    }
    const SortedWords memory(spelt);
    const auto vocabulary = memory.open();
    ASSERT_TRUE(vocabulary);
    TypoFinder finder;
    std::vector<TypoCandidate> found;
    for (int round = 0; round < 50; ++round) {
        std::uint64_t steps = plenty;
        finder.find(vocabulary.value(), utf8_of(random_letters(random, 4, 5, 13)), steps, found);
        EXPECT_LT(plenty - steps, 20000U) << "one error";
        steps = plenty;
        finder.find(vocabulary.value(), utf8_of(random_letters(random, 6, 14, 13)), steps, found);
        EXPECT_LT(plenty - steps, 40000U) << "two errors";
        steps = 100;
        finder.find(vocabulary.value(), utf8_of(random_letters(random, 8, 14, 13)), steps, found);
        EXPECT_EQ(steps, 0U);
    }
}

TEST(TypoCandidates, HostileVocabulariesEndToo) {
    Random random(11);
    TypoFinder finder;
    std::vector<TypoCandidate> found;
    for (int round = 0; round < 3000; ++round) {
        std::set<std::string> spelt;
        for (unsigned i = 0; i < 30; ++i) {
            spelt.insert(utf8_of(random_letters(random, 1, 12, 4)));
        }
        format::VocabularyChunkBuilder builder;
        for (const std::string& word : spelt) {
            builder.add(word);
        }
        std::string bytes = builder.finish();
        for (unsigned damage = 1 + random() % 6; damage != 0; --damage) {
            const std::size_t at = 4 + random() % (bytes.size() - 4);  // after the count, which open() checks
            bytes[at] = static_cast<char>(random());
        }
        const SortedWords memory(std::move(bytes));
        const auto vocabulary = memory.open();
        ASSERT_TRUE(vocabulary);
        std::uint64_t steps = plenty;
        finder.find(vocabulary.value(), utf8_of(random_letters(random, 4, 10, 4)), steps, found);
        EXPECT_LT(plenty - steps, 10000U);
        for (const TypoCandidate& candidate : found) {
            EXPECT_LT(candidate.index, vocabulary.value().size());
        }
    }
}

}  // namespace
}  // namespace bizrec::search::testing
