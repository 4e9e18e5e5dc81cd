#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "bizrec/identity/reasons.hpp"
#include "t/unit/identity/support.hpp"

namespace bizrec::identity::test {
namespace {

Identity labelled(std::string_view platform, std::string_view value) {
    Identity identity;
    normaliser().labelled_profile(platform, value, identity);
    return identity;
}

TEST(profile, refuses_bare_handles_and_says_what_to_give) {
    for (const char* text : {"joes", "@joes", "@joes.diner", "Joes_Diner"}) {
        EXPECT_EQ(profile(text).kind, Kind::reject) << text;
        EXPECT_EQ(profile(text).reason, reason::bare_handle) << text;
    }
    EXPECT_EQ(brief(profile("joes.com")), "domain joes.com");
    EXPECT_EQ(brief(profile("facebook/juneau.arts")), "social facebook:juneauarts");
    EXPECT_EQ(brief(profile("IG: @joes")), "social instagram:joes");
    EXPECT_EQ(brief(profile("Facebook: facebook.com/Joes")), "social facebook:joes");
    EXPECT_EQ(brief(profile("instagram: instagram.com/joes")), "social instagram:joes");
    EXPECT_EQ(brief(profile("facebook: joes.com")), "domain joes.com");
    EXPECT_EQ(brief(profile("@Joe@mas.to")), "social mastodon:joe@mas.to");
    EXPECT_EQ(brief(profile("joe@gmail.com")), "none");
}

TEST(profile, reads_handles_with_their_platform_next_to_them) {
    const std::vector<std::array<const char*, 3>> cases = {
        {"facebook", "joes.diner", "social facebook:joesdiner"},
        {"Facebook", "https://x.com/joes", "social twitter:joes"},
        {"facebook", "pages/Joes/12345678", "social facebook:id/12345678"},
        {"facebook", "joesdiner.com", "domain joesdiner.com"},
        {"facebook", "Joe's Diner", "none"},
        {"facebook", "joe@gmail.com", "none"},
        {"X", "@Joes", "social twitter:joes"},
        {"LinkedIn", "joes", "social linkedin:company/joes"},
        {"linked_in", "in/joe", "social linkedin:in/joe"},
        {"youtube", "UCi6V1m7yP1NXWpxVdNz_rIQ", "social youtube:channel/UCi6V1m7yP1NXWpxVdNz_rIQ"},
        {"youtube", "@joes", "social youtube:joes"},
        {"threads", "joes", "social threads:joes"},
        {"snapchat", "joes", "social snapchat:joes"},
        {"whatsapp", "+1 (555) 123-4567", "social whatsapp:15551234567"},
        {"tumblr", "joes", "hosted joes.tumblr.com"},
        {"google", "ChIJN1t_tDeuEmsRUsoyG83frY4", "place google_cid:10281119596374313554"},
        {"mastodon", "@joe@mas.to", "social mastodon:joe@mas.to"},
        {"mastodon", "joe", "none"},
        {"myspace", "joes", "none"},
        {"myspace", "https://joes.com", "domain joes.com"},
        {"facebook", "", "reject"},
    };
    for (const auto& [platform, value, expected] : cases)
        EXPECT_EQ(brief(labelled(platform, value)), expected) << platform << " " << value;
}

TEST(profile, a_placeholder_beside_a_platform_is_no_handle) {
    Identity identity;
    for (const char* text : {"n/a", "N/A", "none", "null", "unknown"}) {
        normaliser().labelled_profile("facebook", text, identity);
        EXPECT_EQ(brief(identity), "none") << text;
    }
}

TEST(profile, a_word_after_a_platform_and_a_blank_is_no_handle) {
    for (const char* text : {"Facebook closed", "Facebook only", "FB closed", "X express", "twitter feed"})
        EXPECT_EQ(profile(text).kind, Kind::reject) << text;
    EXPECT_EQ(brief(profile("Facebook @closed")), "social facebook:closed");
    EXPECT_EQ(brief(profile("Facebook facebook.com/joes")), "social facebook:joes");
    EXPECT_EQ(brief(profile("WhatsApp +1 555 123 4567")), "social whatsapp:15551234567");
}

TEST(profile, a_handle_after_a_platform_and_an_at_sign_is_neither_a_mail_address_nor_a_website) {
    EXPECT_EQ(brief(profile("twitter:@joes")), "social twitter:joes");
    EXPECT_EQ(brief(profile("TikTok: @joes.com")), "social tiktok:joes.com");
    EXPECT_EQ(brief(profile("FB: joes.com")), "domain joes.com");
}

}  // namespace
}  // namespace bizrec::identity::test
