#include <gtest/gtest.h>

#include <vector>

#include "bizrec/identity/reasons.hpp"
#include "t/unit/identity/support.hpp"

/// One field with two addresses, or with the remains of two.
namespace bizrec::identity::test {
namespace {

struct PastedCase {
    const char* text;
    const char* expected;
};

void expect_first(const std::vector<PastedCase>& cases) {
    for (const PastedCase& each : cases)
        EXPECT_EQ(brief(website(each.text)), each.expected) << each.text;
}

TEST(several_addresses, a_line_break_parts_two_addresses) {
    EXPECT_EQ(brief(website("joes.com\nbest.com")), "domain joes.com") << "combest.com is a third company";
    expect_first({{"joes.com\tbest.com", "domain joes.com"},
                  {"joes.com\rbest.com", "domain joes.com"},
                  {"joes.com\r\n\r\nbest.co.uk", "domain joes.com"},
                  {"joes.com\nnlshop.nl", "domain joes.com"},
                  {"joes.com,\nbest.com", "domain joes.com"},
                  {"joes.com.\nbest.com", "domain joes.com"},
                  {"joes.com\nAustin", "domain joes.com"},
                  {"joes.com\nAustin, TX", "domain joes.com"},
                  {"Joe's Diner\njoes.com", "domain joes.com"},
                  {"Joe\njoes.com", "domain joes.com"},
                  {"Website:\njoes.com", "domain joes.com"},
                  {"ann@joes.com\nbob@best.com", "domain joes.com"},
                  {"ann@gmail.com\njoes.com", "domain joes.com"},
                  {"facebook.com/joes\ninstagram.com/joes2", "social facebook:joes"},
                  {"https://www.facebook.com/joes\nJoe's Diner", "social facebook:joes"},
                  {"https://www.google.com/url?q=joes.com%0Abest.com", "domain joes.com"}});
}

TEST(several_addresses, a_line_break_inside_one_address_is_dropped) {
    expect_first({{"https://www.joe\ns.com/menu", "domain joes.com"},
                  {"https://joes.co\nm/menu", "domain joes.com"},
                  {"https:\n//joes.com", "domain joes.com"},
                  {"https://\nwww.joes.com", "domain joes.com"},
                  {"joes.com\n/menu", "domain joes.com"},
                  {"https://www.facebook.com/jo\nes", "social facebook:joes"},
                  {"https://www.linkedin.com/company/\njoes", "social linkedin:company/joes"},
                  {"https://www.google.com/url?q=\nhttps://joes.com", "domain joes.com"},
                  {" \tjoes.com\n", "domain joes.com"}});
    EXPECT_EQ(website("https://joes.com/our-\nmenu").path, "/our-menu");
}

TEST(several_addresses, a_name_or_telephone_in_the_next_cell_does_not_continue_a_long_address) {
    const std::string page = "https://stores.joes.com/pa/warrington/100-easton-road-and-street";
    for (const char* next : {"\tJoe's", "\nJoes", "\n\xC3\x84pfel", "\t555-123-4567"})
        for (const char* end : {"", "/"})
            EXPECT_EQ(website(page + end + next).path, website(page).path) << end << next;
    EXPECT_EQ(website(page + "\t5551234567").path, website(page).path);
    EXPECT_EQ(brief(profile("https://www.instagram.com/\nJoes")), "social instagram:joes");
    EXPECT_EQ(website("https://tabelog.com/tokyo/1/\n?id=5").path, "/tokyo/1?id=5");
    EXPECT_EQ(website(page + "\nway").path, website(page).path + "way");
    EXPECT_EQ(brief(website("facebook.com/profile.php?id=1000\n57570")), "social facebook:id/100057570");
}

TEST(several_addresses, of_a_list_whose_first_has_no_path_the_first_counts_without_the_path_of_the_second) {
    for (const char* text : {"https://joes.com;https://best.com/menu", "https://joes.com,https://best.com",
                             "joes.com|http://best.com/menu", "http://joes.com;best.com/menu", "joes.com,best.com/x"}) {
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
        EXPECT_EQ(website(text).path, "") << text;
    }
}

TEST(several_addresses, a_lone_word_before_a_break_is_refused) {
    EXPECT_EQ(website("exa\nmple.com").kind, Kind::reject) << "neither mple.com nor example.com is certain";
}

TEST(several_addresses, a_line_break_parts_two_handles) {
    Identity identity;
    normaliser().labelled_profile("facebook", "joes\nbest", identity);
    EXPECT_EQ(brief(identity), "social facebook:joes");
    normaliser().labelled_profile("facebook", "facebook.com/joes\nfacebook.com/best", identity);
    EXPECT_EQ(brief(identity), "social facebook:joes");
    EXPECT_EQ(brief(profile("facebook.com/joes\ninstagram.com/joes2")), "social facebook:joes");
    EXPECT_EQ(brief(profile("Facebook: joes\nInstagram: joes2")), "social facebook:joes");
    EXPECT_EQ(brief(profile("@joes\n@best")), "reject");
}

TEST(several_addresses, of_several_profiles_in_a_cell_the_first_counts) {
    for (const char* text :
         {"FB: joes, IG: joes2", "FB: joes; IG: joes2", "FB: joes | IG: joes2", "FB: joes / IG: joes2",
          "FB: joes IG: joes2", "Facebook: joes and Instagram: joes2", "facebook: @joes, instagram: @x",
          "Facebook: facebook.com/joes Instagram: instagram.com/x", "none, facebook.com/joes",
          "n/a / facebook.com/joes", "Instagram: Joe's Diner, FB: joes", "IG: n/a, FB: joes"})
        EXPECT_EQ(brief(profile(text)), "social facebook:joes") << text;
    EXPECT_EQ(brief(profile("WhatsApp: +1 555 123 4567, IG: joes")), "social whatsapp:15551234567");
    EXPECT_EQ(brief(profile("none, joes.com")), "domain joes.com");
    for (const char* text : {"Joe's, Austin", "joe, ann", "open 9, x: 10", "none, n/a", "FB: n/a"})
        EXPECT_EQ(profile(text).kind, Kind::reject) << text;
}

TEST(several_addresses, of_glued_addresses_the_first_counts) {
    EXPECT_EQ(brief(website("joes.comhttps://www.best.com")), "domain joes.com");
    expect_first({{"https://joes.comhttps://best.com", "domain joes.com"},
                  {"joes.co.ukhttps://best.com", "domain joes.co.uk"},
                  {"joes.comwww.best.com", "domain joes.com"},
                  {"http://joes.comhttps", "domain joes.com"},
                  {"joes.comhttps//joes.com", "domain joes.com"},
                  {"http://joes.comhttps/joes.com", "domain joes.com"},
                  {"ann@joes.comhttps://best.com", "domain joes.com"},
                  {"joes.com/menuhttps://best.com", "domain joes.com"},
                  {"https://www.facebook.com/joeshttps://www.instagram.com/best", "social facebook:joes"},
                  {"https://www.facebook.com/joeswww.instagram.com/best", "social facebook:joes"}});
}

TEST(several_addresses, a_broken_first_try_and_names_with_http_are_not_glued) {
    expect_first({{"https://www.bhttps://www.joes.com", "domain joes.com"},
                  {"websitehttps://joes.com", "domain joes.com"},
                  {"https://myhttp.com", "domain myhttp.com"},
                  {"https://http.cat", "domain http.cat"},
                  {"https://wwww.joes.com", "domain joes.com"},
                  {"https://www.instagram.com/brava_www.brava.bg", "social instagram:brava_www.brava.bg"}});
}

TEST(several_addresses, a_link_behind_the_prefix_of_its_platform_is_meant) {
    for (const auto& [prefix, key] :
         std::vector<std::pair<std::string, std::string>>{{"www.facebook.com/", "facebook:joes"},
                                                          {"www.instagram.com/", "instagram:joes"},
                                                          {"www.linkedin.com/company/", "linkedin:company/joes"},
                                                          {"linktr.ee/", "linktree:joes"},
                                                          {"www.pinterest.com/", "pinterest:joes"},
                                                          {"www.snapchat.com/add/", "snapchat:joes"},
                                                          {"t.me/", "telegram:joes"},
                                                          {"www.threads.net/@", "threads:joes"},
                                                          {"www.tiktok.com/@", "tiktok:joes"},
                                                          {"twitter.com/", "twitter:joes"},
                                                          {"vk.com/", "vk:joes"},
                                                          {"www.yelp.com/biz/", "yelp:joes"},
                                                          {"www.youtube.com/@", "youtube:joes"}}) {
        const std::string bare = prefix.substr(prefix.rfind("www.", 0) == 0 ? 4 : 0);
        for (const std::string& inner : {"https://" + prefix, "http://" + prefix, "https:/" + prefix,
                                         "https%3A%2F%2F" + prefix, "https%253A%252F%252F" + prefix, prefix, bare})
            EXPECT_EQ(brief(website("https://" + prefix + inner + "joes")), "social " + key) << prefix << inner;
    }
    expect_first({{"facebook.com/https%253A%252F%252Ffacebook.com%252Fjoes", "social facebook:joes"},
                  {"facebook.com/https://www.facebook.com/profile.php?id=12345", "social facebook:id/12345"},
                  {"x.com/https://twitter.com/joes", "social twitter:joes"},
                  {"facebook.com/www.instagram.com/joes", "social instagram:joes"},
                  {"facebook.com/https://joes.com", "domain joes.com"}});
}

// A link is looked for in at most 8 escaped segments, because each look decodes the rest of the path. Without this
// limit, a path of thousands of them took seconds.
TEST(several_addresses, a_link_is_looked_for_in_some_escaped_segments_only) {
    const auto after = [](int segments) {
        std::string address = "facebook.com/";
        for (int i = 0; i < segments; ++i)
            address += "%2525.b/";
        return brief(website(address + "https://instagram.com/joes"));
    };
    EXPECT_EQ(after(7), "social instagram:joes");
    EXPECT_NE(after(9), "social instagram:joes");
}

TEST(several_addresses, no_handle_is_a_scheme_or_a_host_of_its_platform) {
    expect_first({{"facebook.com/https", "none"},
                  {"facebook.com/https://", "none"},
                  {"facebook.com/www.facebook.com", "none"},
                  {"facebook.com/facebook.com", "none"},
                  {"instagram.com/instagram.com", "none"},
                  // These stay handles: names with dots, hosts of other companies as names, profiles with a link below
                  // them.
                  {"facebook.com/joes.diner", "social facebook:joesdiner"},
                  {"facebook.com/booking.com", "social facebook:bookingcom"},
                  {"linkedin.com/company/booking.com", "social linkedin:company/booking.com"},
                  {"trustpilot.com/review/www.joes.com", "social trustpilot:www.joes.com"},
                  {"facebook.com/joes/https://best.com", "social facebook:joes"},
                  {"facebook.com/pages/Booking.com/12345", "social facebook:id/12345"}});
}

}  // namespace
}  // namespace bizrec::identity::test
