#include "lmdb_builder/document/known_links.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/suffix_list.hpp"

namespace bizrec::builder {
namespace {

const identity::Normaliser& normaliser() {
    static const identity::SuffixList suffixes = std::move(identity::SuffixList::compile("com\nexample\n", "")).value();
    static const identity::Normaliser instance(suffixes, identity::LinkRules::built_in());
    return instance;
}

TEST(KnownLinks, GiveTheKeysOfProfiles) {
    KnownLinks links(normaliser());
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(links.key_of({"", "https://www.facebook.com/Joes"}), "facebook:joes");
        EXPECT_EQ(links.key_of({"facebook", "@joes"}), "facebook:joes");
        EXPECT_EQ(links.key_of({"instagram", "@joes"}), "instagram:joes") << "the same value on another platform";
        EXPECT_EQ(links.key_of({"facebook", "https://joes.example/"}), "") << "a domain is no profile";
        EXPECT_EQ(links.key_of({"facebook", "https://www.facebook.com/events/1"}), "") << "names no profile";
        EXPECT_EQ(links.key_of({"", ""}), "");
    }
}

/// Uses more links than there are slots, and some that are too long to keep.
TEST(KnownLinks, ALinkThatIsKnownHasTheKeyThatItHadAtFirst) {
    KnownLinks links(normaliser());
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < 3 * KnownLinks::slots; i += 1 + i % 3) {
            const std::string query = i % 7 == 0 ? "?ref=" + std::string(KnownLinks::max_kept, 'x') : "";
            ASSERT_EQ(links.key_of({"", "https://www.facebook.com/joes" + std::to_string(i) + query}),
                      "facebook:joes" + std::to_string(i));
        }
    }
}

}  // namespace
}  // namespace bizrec::builder
