#include "bizrec/format/content.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "bizrec/format/content_phrases.hpp"

namespace bizrec::format {
namespace {

bool opens(const std::string& chunk, ContentDictionary& out) {
    return ContentDictionary::open(reinterpret_cast<const std::byte*>(chunk.data()), chunk.size(), out);
}

TEST(ContentDictionary, PhrasesLieInUnitsOneBehindTheOther) {
    const std::string two_units(16, 'u');
    const std::string three_units(47, 'v');
    const ContentPhrases phrases({"short", two_units, three_units, "x"});
    ContentDictionary dictionary;
    ASSERT_TRUE(opens(phrases.chunk(), dictionary));
    ASSERT_EQ(dictionary.unit_count(), 1 + 2 + 3 + 1U);
    EXPECT_EQ(phrases.chunk().size(), dictionary_head_bytes + 7 * phrase_unit_bytes + dictionary_read_slack);
    EXPECT_EQ(dictionary.phrase(0), "short");
    EXPECT_EQ(dictionary.phrase(1), two_units);
    EXPECT_EQ(dictionary.phrase(3), three_units);
    EXPECT_EQ(dictionary.phrase(6), "x");
    EXPECT_EQ(dictionary.units_of_phrase(1), 2U);
}

TEST(ContentDictionary, WithoutPhrasesThereIsNoChunk) {
    EXPECT_EQ(ContentPhrases().chunk(), "");
    EXPECT_EQ(ContentPhrases(std::vector<std::string>{}).chunk(), "");
    EXPECT_EQ(ContentDictionary().unit_count(), 0U);
}

TEST(ContentDictionary, WhatDoesNotFitIsLeftOut) {
    std::vector<std::string> texts = {"", std::string(max_phrase + 1, 'l')};
    for (std::size_t i = 0; i < max_unit_count; ++i) {
        texts.push_back("phrase " + std::to_string(i));
    }
    texts.push_back("one too many");
    const ContentPhrases phrases(texts);
    ContentDictionary dictionary;
    ASSERT_TRUE(opens(phrases.chunk(), dictionary));
    EXPECT_EQ(dictionary.unit_count(), max_unit_count);
    EXPECT_EQ(dictionary.phrase(0), "phrase 0");
    const std::string found = texts.back() + std::string(PhraseTrie::read_slack, '\0');
    EXPECT_EQ(phrases.trie().match(found.data(), texts.back().size()).size, 0U);
}

TEST(ContentDictionary, UnitsMustLieInTheChunk) {
    const ContentPhrases phrases({"short", "shorter"});
    const std::string& good = phrases.chunk();
    ContentDictionary dictionary;
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_FALSE(opens(good.substr(0, size), dictionary)) << size;
    }
    for (const std::uint32_t count : {3U, 4089U, 0x10000000U, 0xFFFFFFFFU}) {
        std::string chunk = good;
        std::memcpy(chunk.data(), &count, sizeof count);
        EXPECT_FALSE(opens(chunk, dictionary)) << count;
        chunk.resize(80000);
        EXPECT_EQ(opens(chunk, dictionary), count == 3) << count << ": padding makes room, but not beyond the limit";
    }
}

TEST(ContentDictionary, AHostileLengthStaysInside) {
    std::string chunk = ContentPhrases({"short"}).chunk();
    chunk[dictionary_head_bytes] = '\xFF';
    ContentDictionary dictionary;
    ASSERT_TRUE(opens(chunk, dictionary));
    EXPECT_EQ(dictionary.phrase(0).size(), max_phrase);
}

}  // namespace
}  // namespace bizrec::format
