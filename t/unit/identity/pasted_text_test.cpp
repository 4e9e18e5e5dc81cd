#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bizrec/identity/page_path.hpp"
#include "bizrec/identity/reasons.hpp"
#include "t/unit/identity/support.hpp"

/// Text around a website: marks, markup, prose, further addresses.
namespace bizrec::identity::test {
namespace {

/// Expects that each text gives the page of the address in it, without what is around it. "URL" in `texts` stands for
/// that address.
void expect_page_alone(const std::vector<std::string>& texts) {
    const std::string page = "https://stores.joes.com/pa/100-easton-rd";
    for (std::string text : texts) {
        for (std::size_t at = text.find("URL"); at != std::string::npos; at = text.find("URL"))
            text.replace(at, 3, page);
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
        EXPECT_EQ(bare_page_path(website(text).path), "/pa/100-easton-rd") << text;
    }
}

TEST(website, cuts_what_is_pasted_along_with_it) {
    for (const char* text : {" joes.com ",
                             "\"joes.com\"",
                             "'https://joes.com'",
                             "<https://joes.com>",
                             "(joes.com)",
                             "[joes.com]",
                             "https://joes.com.",
                             "https://joes.com,",
                             "joes.com;",
                             "\xE2\x80\x9Cjoes.com\xE2\x80\x9D",
                             "\xC2\xA0joes.com\xC2\xA0",
                             "\xEF\xBB\xBFhttps://joes.com",
                             "joes.com\xE2\x80\x8E",
                             "\xE2\x80\x8Bjoes.com",
                             "jo\xE2\x80\x8B"
                             "es.com",
                             "jo\tes.\ncom",
                             "\xE3\x80\x8Cjoes.com\xE3\x80\x8D",
                             "joes.com\xE3\x80\x82",
                             "joes.com...",
                             "https://joes.com%20",
                             "https://%20joes.com/",
                             "https://joes.com&utm_source=gmb&utm_medium=local",
                             "[Joe's](https://joes.com)",
                             "Our site: https://joes.com",
                             "Joe <info@joes.com>"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    EXPECT_EQ(website("(see https://joes.com/a_(b))").path, "/a_(b)");
}

TEST(website, drops_marks_of_lists_and_markup) {
    for (const char* text : {"- joes.com",
                             "* joes.com",
                             "+ joes.com",
                             "\xE2\x80\xA2 joes.com",
                             "\xE2\x80\xA2joes.com",
                             "\xC2\xB7 joes.com",
                             "1. joes.com",
                             "12) joes.com",
                             "1. https://joes.com",
                             "**joes.com**",
                             "*joes.com*",
                             "_joes.com_",
                             "__joes.com__",
                             "> joes.com",
                             "> > https://joes.com",
                             "\xE2\x86\x92 joes.com",
                             "\xE2\x80\x94joes.com",
                             "=\"joes.com\"",
                             "[\"https://joes.com\", \"https://x.com/a\"]",
                             "[\"joes.com\",\"anns.com\"]",
                             "joes.com<br>",
                             "joes.com<br/>anns.com",
                             "<td>joes.com</td>",
                             "<td class=x><b>joes.com</b></td>",
                             "<p>info@joes.com</p>",
                             "&nbsp;joes.com&nbsp;",
                             "[url]https://joes.com[/url]",
                             "[URL=https://joes.com]Joe's[/URL]",
                             "joes[.]com",
                             "hxxps[:]//joes[.]com",
                             "joes.com\xC2\xAE",
                             "https://joes.com\xE2\x84\xA2"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    expect_pages({{"-joes-.com", "domain -joes-.com"},
                  {"_dmarc.joes.com", "domain joes.com"},
                  {"*.joes.com", "reject"},
                  {"1.2.3.4", "reject"},
                  {"1. joes", "reject"},
                  {"<joes>", "reject"}});
}

TEST(website, keeps_the_page_of_a_markdown_link) {
    const char* const cases[][2] = {{"[Joe's](https://joes.com/menu)", "/menu"},
                                    {"[joes.com](https://joes.com/menu)", "/menu"},
                                    {"[https://other.com/x](https://joes.com/menu)", "/menu"},
                                    {"[Joe's](joes.com/menu)", "/menu"},
                                    {"[Joe's](<https://joes.com/menu>)", "/menu"},
                                    {"[Joe's](https://joes.com/menu \"The menu\")", "/menu"},
                                    {"[Joe's](https://joes.com/menu_(new))", "/menu_(new)"},
                                    {"Menu: [here](https://joes.com/menu), or call", "/menu"},
                                    {"**[Joe's](https://joes.com/menu)**", "/menu"},
                                    {"![Joe's](https://joes.com/menu)", "/menu"}};
    for (const auto& [text, path] : cases) {
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
        EXPECT_EQ(website(text).path, path) << text;
    }
    EXPECT_EQ(brief(website("[Joe](https://www.facebook.com/joes/)")), "social facebook:joes");
    EXPECT_EQ(website("https://joes.com/a[1](b)").path, "/a[1](b)");
    EXPECT_EQ(brief(website("[menu](/menu)")).substr(0, 6), "reject");
    EXPECT_EQ(brief(website("[](")).substr(0, 6), "reject");
}

TEST(website, takes_the_first_of_several) {
    expect_pages({{"joes.com;anns.com", "domain joes.com"},
                  {"https://joes.com;https://anns.com", "domain joes.com"},
                  {"joes.com, anns.com", "domain joes.com"},
                  {"www.joes.org  www.joes.org", "domain joes.org"},
                  {"http://www.joes.com (under construction)", "domain joes.com"},
                  {"http://www.joes.gov or www.anns.com", "domain joes.gov"},
                  {"Joe's place http://joes.com/menu today", "domain joes.com"},
                  {"https://joes.com http://anns.com", "domain joes.com"},
                  {"https://joes.com; https://anns.com/x", "domain joes.com"},
                  {"joes.com https://anns.com", "domain joes.com"},
                  {"joes.com and https://anns.com", "domain joes.com"},
                  {"joes.com | https://www.facebook.com/anns", "domain joes.com"},
                  {"https://joes.com\r\nhttps://anns.com", "domain joes.com"},
                  {"joes.com\twww.anns.com", "domain joes.com"},
                  {"https://\nwww.joes.com", "domain joes.com"},
                  {"joe@gmail.com https://joes.com", "domain joes.com"},
                  {"www. http://joes.com", "domain joes.com"}});
    EXPECT_EQ(website("https://joes.com/a;https://anns.com").path, "/a");
    EXPECT_EQ(website("https://joes.com/a, anns.com/b").path, "/a");
    EXPECT_EQ(website("https://joes.com/a (shop)").path, "/a");
    EXPECT_EQ(website("https://joes.com/a,b;c(d)").path, "/a,b;c(d)");
    EXPECT_EQ(brief(website("facebook.com/joes, instagram.com/joes")), "social facebook:joes");
    EXPECT_EQ(brief(website("instagram.com/joes | facebook.com/joes")), "social instagram:joes");
    EXPECT_EQ(website("www.joes.com/ https://anns.com").path, "");
}

TEST(website, takes_a_later_one_where_the_first_names_nobody) {
    expect_pages({{"joe@gmail.com, www.joes.com", "domain joes.com"},
                  {"joe@gmail.com,joes.com", "domain joes.com"},
                  {"joe@gmail.com joes.com", "domain joes.com"},
                  {"joe@gmail.com; ann@yahoo.com; info@joes.com", "domain joes.com"},
                  {"https://bit.ly/abc, www.joes.com", "domain joes.com"},
                  {"https://bit.ly/abc;https://joes.com/x", "domain joes.com"},
                  {"https://bit.ly/abc https://www.facebook.com/joes", "social facebook:joes"},
                  {"https://bit.ly/abc, https://bit.ly/def", "none"},
                  {"https://bit.ly/abc, joes.com", "domain joes.com"},
                  {"https://bit.ly/abc,joes.com", "none"},
                  {"https://www.google.com/maps/place/The Booking.com Office/@1,2", "none"},
                  {"https://bit.ly/abc St. Joe's of St.Louis", "none"},
                  {"https://twitter.com/intent/tweet?text=Visit https://joes.com", "none"},
                  {"zorbly.com zorbly.fr", "domain zorbly.com"},
                  {"https://zorbly.com zorbly.fr/x", "domain zorbly.com"},
                  {"zorbly.com  info@zorbly.fr", "domain zorbly.com"}});
    EXPECT_EQ(website("joe@gmail.com, nobody").reason, reason::free_mail);
    EXPECT_EQ(website("exa.mple com").reason, reason::space_in_host);
    EXPECT_EQ(website("https://bit.ly/abc, www.joes.com/menu").path, "/menu");
}

TEST(website, prose_and_addresses_behind_a_path_are_no_part_of_it) {
    expect_page_alone({"Store (URL)", "URL - Store page", "URL in Warrington", "see URL for hours", "URL info@best.com",
                       "URL 555-123-4567", "URL open 24/7", "URL and https://best.com", "URL / https://best.com/x",
                       "URL & https://best.com", "URL or www.best.com", "URL and best.com/x", "URL;best.com",
                       "URL,best.com/x", "URL (shop)", "URL?x=1 Store", "URL) Store"});
    EXPECT_EQ(website("https://joes.com/our menu.html").path, "/our%20menu.html");
    // On a website of many businesses, a blank may stand inside the name that tells them apart.
    EXPECT_EQ(website("https://www.localharvest.org/farms/Green meadow").path, "/farms/green%20meadow");
    EXPECT_EQ(website("https://www.pdir.com/biz/Elm Tree Dentist").path, "/biz/elm%20tree%20dentist");
    EXPECT_EQ(website("https://joes.com/our big menu/lunch").path, "/our%20big%20menu/lunch");
    EXPECT_EQ(website("https://joes.com/a;b.html").path, "/a;b.html");
    const std::string listing = "https://tabelog.com/tokyo/A1308/A130803/13140840/";
    EXPECT_EQ(website(listing + " Store").path, website(listing).path);
    EXPECT_EQ(website(listing + "?id=5 Store").path, website(listing + "?id=5").path);
}

TEST(website, parameters_behind_an_ampersand_are_no_part_of_the_path) {
    expect_page_alone({"URL&utm_source=gmb", "URL&amp;utm_source=gmb&x=y", "URL&utm_source=gmb#top"});
    EXPECT_EQ(website("https://joes.com/b&b").path, "/b&b");
    EXPECT_EQ(website("https://joes.com/b&b/size=2").path, "/b&b/size=2");
    expect_pages({{"facebook.com/pages/Joes-Diner/123456789012&ref=ts", "social facebook:id/123456789012"},
                  {"facebook.com/67003546475&amp;ref=x", "social facebook:id/67003546475"},
                  {"tiktok.com/@joes&lang=en", "social tiktok:joes"},
                  {"linkedin.com/company/at&t", "social linkedin:company/at&t"},
                  {"https://www.google.com/maps/place/B&B/data=!3m1!1s0x89c259a9b3117469:0xd134e199a405a163",
                   "place google_cid:15074921902713971043"}});
}

TEST(website, breaks_and_blanks_that_a_program_wrote_out_are_debris) {
    expect_page_alone({"URL_x000D_", "URL_x000D_\n", "URL%20", "URL%0A", "URL%0d%0a", "URL%E2%80%8B", "URL%C2%A0",
                       "URL\\n", "URL\\r\\n", "%22URL%22", "URL%22%3E", "URL%20?x=1", "URL/%20",
                       "URL%3Futm_source%3Dgmb", "URL%23", "URL%26utm_source%3Dgmb"});
    for (const char* text : {"joes.com_x000D_", "joes.com\\n", "joes.com%0D%0A", "joes.com%22", "joes.com%23",
                             "https://joes.com%3Futm_source%3Dgmb"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    EXPECT_EQ(website("https://joes.com/b%26b").path, "/b%26b");
    EXPECT_EQ(website("https://joes.com/caf%C3%A9").path, "/caf%c3%a9");
    const std::string listing = "https://tabelog.com/tokyo/A1308/A130803/13140840/";
    EXPECT_EQ(website(listing + "%3Fid%3D5").path, website(listing + "?id=5").path);
    const std::string channel = "youtube.com/channel/UCabcdefghijklmnopqrstuv";
    for (const char* debris : {"_x000D_", "%20", "%0D%0A", "%E2%80%8B", "\\n", "%22"})
        EXPECT_EQ(brief(website(channel + debris)), brief(website(channel))) << debris;
    EXPECT_EQ(brief(website("facebook.com/profile.php%3Fid%3D100057")), "social facebook:id/100057");
}

TEST(website, marks_that_a_program_wrote_in_another_way_are_read) {
    for (const char* text :
         {"https:&#x2F;&#x2F;joes.com&#x2F;menu", "https:&#47;&#47;joes.com&#47;menu",
          "https&colon;&sol;&sol;joes.com&sol;menu", "&lt;a href=&quot;https://joes.com/menu&quot;&gt;Joe's&lt;/a&gt;",
          "https://joes.com/menu&lt;br&gt;", "Joes#https://joes.com/menu#", "Joe's place#https://joes.com/menu#",
          "#https://joes.com/menu#", "[Joes|https://joes.com/menu]", "[Joe's place|https://joes.com/menu|Menu]",
          "https%253A%252F%252Fjoes.com%252Fmenu", "https:\\u002f\\u002fjoes.com\\u002Fmenu",
          "[![Logo](https://img.best.com/logo.png)](https://joes.com/menu)", "joes[dot]com/menu", "joes(.)com/menu",
          "https://joes (dot) com/menu"}) {
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
        EXPECT_EQ(website(text).path, "/menu") << text;
    }
    expect_pages({{"https://joes.com'>Joe's</a>", "domain joes.com"},
                  {"&lt;a href=&quot;https://joes.com&quot;&gt;", "domain joes.com"},
                  {"ann(at)joes.com", "domain joes.com"},
                  {"ann[at]gmail[dot]com", "none"},
                  {"twitter.com/#%21/joes", "social twitter:joes"},
                  {"joes[dot]notatld", "reject"},
                  {"&#1;&#x110000;&#;joes", "reject"},
                  {"[a|b]", "reject"}});
}
}  // namespace
}  // namespace bizrec::identity::test
