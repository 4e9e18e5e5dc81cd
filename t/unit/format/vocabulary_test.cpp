#include "bizrec/format/vocabulary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>

namespace bizrec::format {
namespace {

TEST(Vocabulary, WordsThatTypingErrorsMayMean) {
    for (const char* word :
         {"cafe", "\xC3\xA9t\xC3\xA9s", "\xCE\xB3\xCF\x8D\xCF\x81\xCE\xBF\xCF\x82", "\xD0\xBA\xD0\xB0\xD1\x84\xD0\xB5",
          "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D", "\u0645\u0637\u0639\u0645", "7eleven", "route66", "starbucks", "the",
          "\xC3\xA9t\xC3\xA9"}) {
        EXPECT_TRUE(belongs_to_vocabulary(word)) << word;
    }
    for (const char* word : {"", "at", "94107", "12345678", "caf\xC3", "\xFF\xFF\xFF\xFF", "a-bcd", "ab cd",
                             "\xE6\xA8\xAA\xE6\xB5\x9C\xE5\xB1\x85\xE9\x85\x92",  // Han
                             "\xE3\x82\xAB\xE3\x83\x95\xE3\x82\xA7\xE3\x82\xAB",  // Katakana
                             "\xC3\xA9t"}) {                                      // two letters
        EXPECT_FALSE(belongs_to_vocabulary(word)) << word;
    }
    EXPECT_TRUE(belongs_to_vocabulary(std::string(32, 'a')));
    EXPECT_FALSE(belongs_to_vocabulary(std::string(33, 'a')));
    std::string greek;
    for (int i = 0; i < 32; ++i) {
        greek += "\xCE\xB1";
    }
    EXPECT_TRUE(belongs_to_vocabulary(greek));
    EXPECT_FALSE(belongs_to_vocabulary(greek + "\xCE\xB1"));
    EXPECT_FALSE(belongs_to_vocabulary(std::string(1 << 20, 'a')));
}

/// Chunks as they are in the mapping: aligned, and without spare bytes.
class Chunks {
public:
    explicit Chunks(const std::vector<std::string>& words) {
        VocabularyChunkBuilder builder;
        for (std::size_t i = 0; i < words.size(); ++i) {
            builder.add(words[i]);
            if (builder.count() == words_per_chunk || i + 1 == words.size()) {
                const std::string chunk = builder.finish();
                bytes_.emplace_back(chunk.size());
                std::memcpy(bytes_.back().data(), chunk.data(), chunk.size());
            }
        }
    }
    std::vector<std::vector<std::byte>>& bytes() { return bytes_; }
    Result<Vocabulary> open() const {
        std::vector<Vocabulary::Chunk> chunks;
        for (const auto& chunk : bytes_) {
            chunks.push_back({chunk.data(), chunk.size()});
        }
        return Vocabulary::open(chunks);
    }

private:
    std::vector<std::vector<std::byte>> bytes_;
};

std::vector<std::string> random_words(std::size_t count) {
    std::mt19937_64 random(count);
    std::set<std::string> words;
    while (words.size() < count) {
        std::string word(random() % 8 + 4, 'a');
        std::generate(word.begin(), word.end(), [&] { return static_cast<char>('a' + random() % 26); });
        words.insert(word);
    }
    return {words.begin(), words.end()};
}

TEST(Vocabulary, RoundTripsAndFindsLowerBounds) {
    std::mt19937_64 random(7);
    for (const std::size_t count : {0U, 1U, 2U, 500U, 65536U, 65537U, 140000U}) {
        const std::vector<std::string> words = random_words(count);
        const Chunks chunks(words);
        const auto vocabulary = chunks.open();
        ASSERT_TRUE(vocabulary) << vocabulary.error().message;
        ASSERT_EQ(vocabulary.value().size(), count);
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(vocabulary.value().word(i), words[i]);
        }
        for (int i = 0; i < 1000; ++i) {
            const std::string text = i == 0 ? "" : i == 1 ? "zzzzzzzzzzzzzzz" : random_words(1 + random() % 3)[0];
            const auto expected = std::lower_bound(words.begin(), words.end(), text) - words.begin();
            ASSERT_EQ(vocabulary.value().lower_bound(text), static_cast<std::uint32_t>(expected)) << text;
        }
    }
}

TEST(Vocabulary, HeadsThatCannotBeAreRefused) {
    for (const std::uint32_t count : {0U, 65537U, 3U, 0xFFFFFFFFU}) {
        Chunks chunks({"alpha", "beta"});
        chunks.bytes()[0].resize(20);
        std::memcpy(chunks.bytes()[0].data(), &count, sizeof count);
        const auto vocabulary = chunks.open();
        if (count == 3) {
            ASSERT_TRUE(vocabulary);  // there is room for the offsets, but the words are outside
            EXPECT_EQ(vocabulary.value().word(0), "");
            EXPECT_EQ(vocabulary.value().lower_bound("x"), 3U);
            continue;
        }
        ASSERT_FALSE(vocabulary) << count;
        EXPECT_EQ(vocabulary.error().message.rfind("section vocabulary, chunk 0: ", 0), 0U);
    }
    Chunks half(random_words(10));
    half.bytes().push_back(half.bytes()[0]);
    EXPECT_FALSE(half.open());  // only the last chunk may be shorter
    Chunks tiny({"alpha"});
    tiny.bytes()[0].resize(3);
    EXPECT_FALSE(tiny.open());
}

TEST(Vocabulary, WordsOfDamagedChunksStayInside) {
    const std::vector<std::string> words = random_words(20);
    for (std::size_t at = 4; at < 4 + 21 * 4; at += 4) {
        for (const std::uint32_t number : {0U, 90U, 1000U, 0x80000000U, 0xFFFFFFFFU}) {
            Chunks chunks(words);
            std::memcpy(chunks.bytes()[0].data() + at, &number, sizeof number);
            const auto vocabulary = chunks.open();
            ASSERT_TRUE(vocabulary);
            const auto* first = reinterpret_cast<const char*>(chunks.bytes()[0].data());
            for (std::uint32_t i = 0; i < 20; ++i) {
                const std::string_view word = vocabulary.value().word(i);
                ASSERT_TRUE(word.empty() ||
                            (word.data() >= first && word.data() + word.size() <= first + chunks.bytes()[0].size()));
            }
            EXPECT_LE(vocabulary.value().lower_bound("mmmm"), 20U);
        }
    }
}

}  // namespace
}  // namespace bizrec::format
