#include "bizrec/format/phrase_trie.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace bizrec::format {
namespace {

using Random = std::mt19937_64;

PhraseTrie trie_of(const std::vector<std::string>& texts) {
    std::vector<PhraseTrie::Phrase> phrases;
    for (const std::string& text : texts) {
        phrases.push_back({text, static_cast<std::uint16_t>(phrases.size())});
    }
    return PhraseTrie(std::move(phrases));
}

/// The oracle: finds the longest phrase by trying all.
PhraseTrie::Match try_all(const std::vector<std::string>& texts, std::string_view text) {
    PhraseTrie::Match best;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].size() > best.size && text.substr(0, texts[i].size()) == texts[i]) {
            best = {texts[i].size(), static_cast<std::uint16_t>(i)};
        }
    }
    return best;
}

void expect_as_by_trying(const PhraseTrie& trie, const std::vector<std::string>& texts, const std::string& text) {
    const std::string padded = text + std::string(PhraseTrie::read_slack, '\0');
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const std::size_t end : {text.size(), at + (text.size() - at) / 2}) {
            const PhraseTrie::Match found = trie.match(padded.data() + at, end - at);
            const PhraseTrie::Match expected = try_all(texts, std::string_view(text).substr(at, end - at));
            ASSERT_EQ(found.size, expected.size) << text << " at " << at;
            ASSERT_TRUE(found.size == 0 || found.code == expected.code) << text << " at " << at;
        }
    }
}

std::string random_text(Random& random, std::size_t length, unsigned letters) {
    std::string text;
    while (text.size() < length) {
        // Includes the bytes 0 and 255, because no byte value may mark an end.
        text += letters == 256 ? static_cast<char>(random()) : static_cast<char>('a' + random() % letters);
    }
    return text;
}

TEST(PhraseTrie, FindsTheLongestPhrase) {
    const std::vector<std::string> texts = {"a", "abc", "abcdefghijklmnop", "abcdefghijklmnopqrs", "b"};
    const PhraseTrie trie = trie_of(texts);
    expect_as_by_trying(trie, texts, "abcdefghijklmnopqrsabcdefghijklmnopqab");
    EXPECT_EQ(PhraseTrie().match("abcdefghijklmnop", 1).size, 0U) << "no phrases";
}

TEST(PhraseTrie, FindsWhatTryingAllFinds) {
    Random random(77);
    for (int round = 0; round < 400; ++round) {
        const unsigned letters = round % 4 == 0 ? 256 : 2 + static_cast<unsigned>(random() % 3);
        const std::size_t shortest = random() % 4 + 1;
        std::set<std::string> phrases;
        for (std::size_t count = random() % 200; count-- != 0;) {
            phrases.insert(random_text(random, shortest + random() % (random() % 5 == 0 ? 44 : 8), letters));
        }
        const std::vector<std::string> texts(phrases.begin(), phrases.end());
        std::string text = random_text(random, 60, letters);
        for (int i = 0; i < 5 && !texts.empty(); ++i) {
            text += texts[random() % texts.size()];
        }
        expect_as_by_trying(trie_of(texts), texts, text);
    }
}

}  // namespace
}  // namespace bizrec::format
