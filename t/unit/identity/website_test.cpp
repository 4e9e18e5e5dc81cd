#include <gtest/gtest.h>

#include <vector>

#include "bizrec/identity/reasons.hpp"
#include "t/unit/identity/support.hpp"

namespace bizrec::identity::test {
namespace {

struct PageCase {
    const char* text;
    const char* expected;
};

void expect_pages(const std::vector<PageCase>& cases) {
    for (const PageCase& each : cases)
        EXPECT_EQ(brief(website(each.text)), each.expected) << each.text;
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

TEST(website, tells_passwords_from_other_schemes) {
    EXPECT_EQ(brief(website("user:pw@joes.com")), "domain joes.com");
    EXPECT_EQ(brief(website("user:123@joes.com/menu")), "domain joes.com");
    EXPECT_EQ(website("user:123@joes.com/menu").path, "/menu");
    for (const char* text : {"ftp://joes.com", "ftp://user:pw@joes.com/x", "sip:joe@joes.com", "fb://page/123",
                             "javascript:alert(1)", "tel:+15551234567"})
        EXPECT_EQ(website(text).reason, reason::other_scheme) << text;
    EXPECT_EQ(brief(website("joes.com://menu")), "domain joes.com");
    EXPECT_EQ(brief(website("Websitehttp://joes.com")), "domain joes.com");
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

TEST(website, repairs_the_marks_of_a_host) {
    for (const char* text : {"www. joes.com", "www.  joes.com", "www joes.com", "www:joes.com", "www,joes.com",
                             "www;joes.com", "www .joes.com", "http://www. joes.com", "http://www:joes.com",
                             "https://www,joes.com", "http://www. joes.com/", "WWW. Joes.com", "joes,com",
                             "www.joes,com", "http://joes,com", "www,joes,com", "www. joes,com"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    EXPECT_EQ(website("www. joes.com/menu").path, "/menu");
    EXPECT_EQ(brief(website("www.joes,co,uk")), "domain joes.co.uk");
    EXPECT_EQ(brief(website("joes,ro")), "domain joes.ro");
    EXPECT_EQ(brief(website("joes.com,jims.com")), "domain joes.com");
    EXPECT_EQ(brief(website("www..joes.com")).substr(0, 6), "reject");
    EXPECT_EQ(website("Smith,Jones").reason, reason::single_label);
    EXPECT_EQ(website("exa mple.com").reason, reason::space_in_host);
    EXPECT_EQ(website("joes.com:99999").reason, reason::bad_port);
}

TEST(website, pages_of_platforms_name_their_tenant_or_are_found_alone) {
    expect_pages({{"https://medium.com/u/1a2B3c", "social medium:u/1a2B3c"},
                  {"https://angel.co/company/joes", "social angellist:company/joes"},
                  {"https://wellfound.com/company/joes/jobs", "social angellist:company/joes"},
                  {"https://www.crunchbase.com/organization/joes", "social crunchbase:organization/joes"},
                  {"https://news.ycombinator.com/user?id=Joe", "social hackernews:Joe"},
                  {"https://stackexchange.com/users/123/joe", "social stackexchange:123"},
                  {"https://www.doordash.com/store/joes-oakland-12345/", "social doordash:12345"},
                  {"https://deliveroo.co.uk/menu/london/soho/joes?day=today", "social deliveroo:joes"},
                  {"https://www.avvo.com/attorneys/94107-ca-joe-joe-123456.html", "domain avvo.com"},
                  {"https://joes.gumroad.com/l/x", "social gumroad:joes"},
                  {"https://joes.webs.com/menu", "hosted joes.webs.com"},
                  {"https://tabelog.com/tokyo/A1308/13140840/", "domain tabelog.com"}});
    const Identity page = website("https://www.agrimissouri.com/mo-grown/grodetail.php?type=mo-grown&ID=1877&utm_id=3");
    EXPECT_TRUE(page.is_page_of_stranger);
    EXPECT_EQ(page.path, "/mo-grown/grodetail.php?id=1877");
    EXPECT_EQ(website("https://www.agrimissouri.com/detail.php?Biz=Joes&utm_id=3").path, "/detail.php?biz=joes");
    EXPECT_EQ(website("https://www.agrimissouri.com/detail.php?biz=&lang=en").path, "/detail.php");
    EXPECT_EQ(website("https://www.agrimissouri.com/a/index.php?biz=joes").path, "/a?biz=joes");
    EXPECT_EQ(website("https://www.agrimissouri.com/?show=joes").path, "");
    EXPECT_EQ(website("https://www.agrimissouri.com/?id=1877").path, "/?id=1877");
    EXPECT_FALSE(website("https://joes.com/menu?id=1877").is_page_of_stranger);
    EXPECT_EQ(website("https://joes.com/menu?id=1877").path, "/menu");
}

// A page at "s.tabelog.com" must find the record of the same page at "tabelog.com".
TEST(website, the_mobile_host_of_a_listing_shows_the_same_page) {
    for (const char* host :
         {"tabelog.com", "www.tabelog.com", "s.tabelog.com", "m.tabelog.com", "mobile.tabelog.com"}) {
        const Identity page = website(std::string("https://") + host + "/tokyo/A1308/13140840/");
        EXPECT_EQ(page.host + page.path, "tabelog.com/tokyo/a1308/13140840") << host;
    }
    EXPECT_EQ(website("https://mi.tabelog.com/tokyo/").host, "mi.tabelog.com") << "a state, perhaps";
    EXPECT_EQ(website("https://a.localharvest.org/z").host, "a.localharvest.org") << "a department, perhaps";
    EXPECT_EQ(website("https://s.joes.com/menu").host, "s.joes.com");
    EXPECT_EQ(website("https://m.free.fr/menu").host, "m.free.fr") << "a customer of the portal, perhaps";
}

// A record may have "?lid=owner_yoyaku" after its page, a request "?y_source=1_MTU". Both must mean the same page.
TEST(website, an_unknown_parameter_does_not_hide_a_page_of_a_listing) {
    const std::string page = website("https://tabelog.com/tokyo/A1308/13140840/").path;
    for (const char* query : {"lid=owner_yoyaku-top-jitempo_pc", "y_source=1_MTU", "WT.mc_id=3", "amp=1", "sid=ab12",
                              "pk_campaign=7", "gws_rd=cr", "PHPSESSID=0123", "cid=gm_yoyaku"}) {
        EXPECT_EQ(website(std::string("https://tabelog.com/tokyo/A1308/13140840/?") + query).path, page) << query;
    }
    EXPECT_EQ(website("https://www.agrimissouri.com/detail.php?biz=joes&y_source=1_MTU").path, "/detail.php?biz=joes");
    // Without a number in the path, a text may be all that tells two businesses apart.
    for (const char* program : {"shop.do;jsessionid=AB12?biz=", "index.php/view?biz=", "detail.php/?biz=",
                                "detail.phtml?biz=", "store?name=", "shop?code=", "search%3Fbiz="}) {
        const std::string address = std::string("https://www.localharvest.org/") + program;
        EXPECT_NE(website(address + "ann").path, website(address + "tom").path) << program;
    }
    for (const char* parameter : {"pk_shop=1", "share=1", "at_num=1"}) {
        const std::string address = std::string("https://www.localharvest.org/farms/p.php?") + parameter;
        EXPECT_NE(website(address + "2").path, website(address + "3").path) << parameter;
    }
    EXPECT_EQ(website("https://edogawa.mypl.net/shop/?sid=68061").path, "/shop?sid=68061");
}

// A link after "#" or "|" must not be taken for the address if the text before it names something else.
TEST(website, a_link_behind_another_scheme_or_an_ip_address_is_not_read) {
    for (const char* text : {"ftp://joes.com/x#www.starcaps.com", "sip:joe@joes.com|http://starcaps.com",
                             "tel:+15551234|www.starcaps.com", "10.0.0.1#https://starcaps.com"}) {
        EXPECT_EQ(website(text).kind, Kind::reject) << text;
    }
    EXPECT_NE(website("www.de#http://starcaps.com").key, "starcaps.com");
}

TEST(website, mail_at_a_listing_means_its_bare_host) {
    for (const char* text : {"https://visitidaho.org/", "info@visitidaho.org", "mailto:info@visitidaho.org",
                             "Joe <info@mail.visitidaho.org>", "http://info@visitidaho.org"}) {
        EXPECT_EQ(brief(website(text)), "domain visitidaho.org") << text;
        EXPECT_TRUE(website(text).is_page_of_stranger) << text;
    }
    EXPECT_FALSE(website("info@joes.com").is_page_of_stranger);
    EXPECT_FALSE(website("someone@facebook.com").is_page_of_stranger);
}

TEST(website, pages_below_a_portal_are_strangers) {
    for (const char* text :
         {"https://joes.free.fr/", "ab.free.fr", "verizon.net/x", "http://www9.plala.or.jp/fiore-/",
          "home.comcast.net/~joes", "www006.upp.so-net.ne.jp/joes", "https://www.orange.fr/boutiques"})
        EXPECT_TRUE(website(text).is_page_of_stranger) << text;
    for (const char* text : {"https://www.free.fr/", "free.fr", "verizon.net/?x=1", "so-net.ne.jp", "www.yahoo.com"})
        EXPECT_FALSE(website(text).is_page_of_stranger) << text;
    EXPECT_EQ(brief(website("https://joes.free.fr/menu")), "domain free.fr");
    EXPECT_EQ(website("https://joes.free.fr/menu?id=7").path, "/menu?id=7");
    EXPECT_EQ(website("https://joes.free.fr/menu").host, "joes.free.fr");
    EXPECT_EQ(brief(website("joe@free.fr")), "none");
}

TEST(website, what_advertisers_append_names_no_page) {
    const std::string page = "https://tabelog.com/tokyo/A1308/A130803/13140840/";
    for (const char* appended : {"gad_source=1", "gclid=12", "GCLID=12", "gad_campaignid=123", "fbclid=5", "fb_ref=5",
                                 "msclkid=1", "mc_cid=1&mc_eid=2", "_ga=2", "_hsenc=1", "hsa_acc=7", "srsltid=9",
                                 "ref=1", "ref_src=1", "trk=1", "trkCampaign=1", "lang=1", "utm_id=3", "vero_id=4"}) {
        EXPECT_EQ(website(page + "?" + appended).path, website(page).path) << appended;
        EXPECT_EQ(website(page + "?id=5&" + appended).path, website(page + "?id=5").path) << appended;
    }
    for (const char* naming : {"id=5", "p=5", "page_id=5", "cid=5", "referral=5", "language_id=5"})
        EXPECT_EQ(website(page + "?" + naming).path, website(page).path + "?" + naming);
}

TEST(website, repairs_schemes) {
    for (const char* text :
         {"hxxp://joes.com",
          "hxxps://joes.com",
          "http//joes.com",
          "http:joes.com",
          "http:/joes.com",
          "htp://joes.com",
          "ttps://joes.com",
          "htttp://joes.com",
          "https;//joes.com",
          "https.//joes.com",
          "https ://joes.com",
          "http:// joes.com",
          "http://https://joes.com",
          "http://http//joes.com",
          "http://http:/joes.com",
          "HTTPS:\\\\joes.com",
          "https://www.bhttps://joes.com",
          "//joes.com",
          "https:///joes.com",
          "Website: joes.com",
          "url:https://joes.com",
          "view-source:https://joes.com",
          "https%3A%2F%2Fjoes.com",
          "https\xEF\xBC\x9A//joes.com",
          "http\xEF\xBC\x9A//joes\xEF\xBC\x8E"
          "com",
          "\xEF\xBD\x88\xEF\xBD\x94\xEF\xBD\x94\xEF\xBD\x90\xEF\xBC\x9A\xEF\xBC\x8F\xEF\xBC\x8Fjoes\xEF\xBC\x8E"
          "com"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    expect_pages({{"http.com", "domain http.com"},
                  {"https.example", "domain https.example"},
                  {"htps.example.com", "domain example.com"},
                  {"javascript:location='http://joes.com'", "reject"},
                  {"tel:+15551234567", "reject"},
                  {"data:text/html,joes.com", "reject"},
                  {"file:///joes.com", "reject"},
                  {"about:blank", "reject"}});
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

/// Expects that each text gives the page of the address in it, without what is around it. "URL" in `texts` stands for
/// that address.
void expect_page_alone(const std::vector<std::string>& texts) {
    const std::string page = "https://stores.joes.com/pa/100-easton-rd";
    for (std::string text : texts) {
        for (std::size_t at = text.find("URL"); at != std::string::npos; at = text.find("URL"))
            text.replace(at, 3, page);
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
        EXPECT_EQ(website(text).path, "/pa/100-easton-rd") << text;
    }
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

TEST(website, refuses_what_has_no_host_name) {
    const std::vector<std::pair<const char*, std::string_view>> cases = {
        {"", reason::empty},
        {" \"\" ", reason::empty},
        {"http://", reason::no_host},
        {"https:///", reason::no_host},
        {"exa mple.com", reason::space_in_host},
        {"exa.mple com", reason::space_in_host},
        {"exa%20mple.com", reason::space_in_host},
        {"joe's.com", reason::bad_host},
        {"joe&sons.com", reason::bad_host},
        {"joes!.com", reason::bad_host},
        {"joes%00.com", reason::bad_host},
        {".joes.com", reason::empty_label},
        {"joes..com", reason::empty_label},
        {"joes.com..", reason::empty_label},
        {"joes.com:99999", reason::bad_port},
        {"http://joes.com:80:80", reason::bad_port},
        {"joes", reason::single_label},
        {"localhost:8080", reason::single_label},
        {"xn--a.com", reason::bad_unicode},
        {"co.uk", reason::public_suffix},
        {"www.ck", {}},
        {"kobe.jp", {}},
        {"x.kobe.jp", reason::public_suffix},
    };
    for (const auto& [text, why] : cases) {
        const Identity identity = website(text);
        EXPECT_EQ(identity.reason, why) << text;
        EXPECT_EQ(identity.kind == Kind::reject, !why.empty()) << text;
    }
}

TEST(website, refuses_ip_addresses_in_every_disguise) {
    for (const char* text :
         {"127.0.0.1", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://0x7f.1/", "http://0x/",
          "http://017700000001/", "http://0177.0.0.1", "http://1.2.3.4.5/", "http://999.999.999.999", "http://a.1",
          "http://1.2.3.4.", "http://[::1]/", "[::1]", "http://[::ffff:1.2.3.4]:80/x", "http://%31%32%37.1/",
          "http://\xEF\xBC\x91.2.3.4/", "http://user@127.0.0.1:8080/x"})
        EXPECT_EQ(website(text).reason, reason::ip_address) << text;
}

TEST(website, keeps_the_limits_of_names) {
    const std::string label(63, 'a');
    EXPECT_EQ(brief(website(label + ".com")), "domain " + label + ".com");
    EXPECT_EQ(website("a" + label + ".com").reason, reason::label_too_long);
    std::string host = "com";
    while (host.size() + 3 <= 253)
        host = "aa." + host;
    EXPECT_EQ(website("a" + std::string(253 - host.size(), 'b') + host).reason, reason::host_too_long);
    EXPECT_EQ(brief(website(host)), "domain aa.com");
}

TEST(website, reads_unicode_names) {
    expect_pages({{"https://caf\xC3\xA9.com", "domain xn--caf-dma.com"},
                  {"CAF\xC3\x89.COM", "domain xn--caf-dma.com"},
                  {"xn--caf-dma.com", "domain xn--caf-dma.com"},
                  {"cafe\xCC\x81.com", "domain xn--caf-dma.com"},
                  {"fa\xC3\x9F.de", "domain xn--fa-hia.de"},
                  {"\xE2\x98\x95.com", "domain xn--53h.com"},
                  {"joes\xE3\x80\x82"
                   "com",
                   "domain joes.com"},
                  {"\xEF\xBD\x8A"
                   "oes.com",
                   "domain joes.com"},
                  {"%63af%C3%A9.com", "domain xn--caf-dma.com"},
                  {"my_shop.joes.com", "domain joes.com"},
                  {"-joes-.com", "domain -joes-.com"},
                  {"r3---sn.joes.com", "domain joes.com"}});
}

TEST(website, tells_builders_from_their_tenants) {
    expect_pages({{"joes.weebly.com", "hosted joes.weebly.com"},
                  {"www.joes.weebly.com", "hosted joes.weebly.com"},
                  {"shop.joes.github.io", "hosted joes.github.io"},
                  {"weebly.com", "domain weebly.com"},
                  {"www.weebly.com/pricing", "domain weebly.com"},
                  {"github.io", "domain github.io"},
                  {"s3.amazonaws.com", "domain amazonaws.com"},
                  {"agvb.bank.in", "domain agvb.bank.in"},
                  {"bank.in", "reject"}});
    EXPECT_EQ(website("https://www.joes.weebly.com/menu.html").host, "joes.weebly.com");
}

TEST(website, gives_host_and_page_as_evidence) {
    const Identity page =
        website("HTTPS://WWW.Locations.Chipotle.com:443/CA//Oakland/./x/../3rd%2Dst/index.html?q=1#a");
    EXPECT_EQ(page.key, "chipotle.com");
    EXPECT_EQ(page.host, "locations.chipotle.com");
    EXPECT_EQ(page.path, "/ca/oakland/3rd-st");
    EXPECT_EQ(website("www.www.joes.com").host, "joes.com");
    EXPECT_EQ(website("www.com").host, "www.com");
    EXPECT_EQ(website("www2.joes.com").host, "www2.joes.com");
    EXPECT_EQ(website("m.joes.com").host, "m.joes.com");
    for (const char* home : {"joes.com", "joes.com/", "joes.com/index.html", "joes.com/Default.aspx", "joes.com?x=/y",
                             "joes.com#/y", "joes.com//", "joes.com/./", "joes.com/../.."})
        EXPECT_EQ(website(home).path, "") << home;
    EXPECT_EQ(website("joes.com/%E3%83%90%20x/y").path, website("joes.com/\xE3\x83\x90 x/y").path);
    EXPECT_EQ(website("joes.com/a%2Fb").path, "/a%2fb");
    EXPECT_EQ(website("joes.com/shop;jsessionid=8D").path, "/shop");
    const std::string deep = "/" + std::string(2000, 'x');
    EXPECT_EQ(website("joes.com" + deep).path, deep.substr(0, 512));
    EXPECT_EQ(website("joes.com/" + std::string(510, 'x') + "%E3%83").path.size(), 511u) << "no half escape";
}

TEST(website, reads_mail_addresses) {
    expect_pages({{"info@joes.com", "domain joes.com"},
                  {"mailto:info@joes.com?subject=x", "domain joes.com"},
                  {"mailto:info@joes.com,ann@anns.com", "domain joes.com"},
                  {"mailto:?to=info@joes.com", "domain joes.com"},
                  {"mailto:info%40joes.com", "domain joes.com"},
                  {"E-mail: info@joes.com", "domain joes.com"},
                  {"info@joes.weebly.com", "hosted joes.weebly.com"},
                  {"joe@gmail.com", "none"},
                  {"mailto:joe@yahoo.co.jp", "none"},
                  {"http://joe@comcast.net", "none"},
                  {"joe@mail.ru", "none"},
                  {"joe@duck.com", "none"},
                  {"joe@outlook.com.au", "none"},
                  {"joe@live.com.mx", "none"},
                  {"gmail.com", "none"},
                  {"https://hotmail.fr/", "none"},
                  {"https://x.gmail.com:8080/y", "none"},
                  {"https://www.yahoo.com", "domain yahoo.com"},
                  {"https://www.orange.fr/boutiques", "domain orange.fr"},
                  {"someone@facebook.com", "domain facebook.com"},
                  {"http://@joes.com", "domain joes.com"}});
}

TEST(website, says_why_links_without_a_business_are_none) {
    const std::vector<std::pair<const char*, std::string_view>> cases = {
        {"https://bit.ly/3abc", reason::short_link},
        {"http://www.tinyurl.com/joes", reason::short_link},
        {"https://goo.gl/maps/x", reason::short_link},
        {"https://g.co/kgs/x", reason::short_link},
        {"https://youtu.be/0bs5rEYAZYQ", reason::post},
        {"https://fb.me/joes", reason::short_link},
        {"https://docs.google.com/forms/d/x", reason::document},
        {"https://www.google.com/search?q=joes", reason::search},
        {"https://www.google.com/maps/place/Joes", reason::no_place},
        {"https://maps.google.com/?q=joes", reason::no_place},
        {"https://www.facebook.com/sharer/sharer.php?u=https://joes.com", reason::share},
        {"https://www.facebook.com/events/1234567", reason::event},
        {"https://www.amazon.de/Joes/dp/B000", reason::product},
        {"https://discord.gg/abc", reason::invite},
        {"https://discord.com/invite/abc", reason::invite},
        {"https://us02web.zoom.us/j/123456", reason::invite},
        {"https://teams.microsoft.com/l/meetup-join/x", reason::invite},
        {"https://share.google/AbCdEf", reason::short_link},
        {"https://search.app/AbCdEf", reason::short_link},
        {"https://archive.ph/AbCdE", reason::short_link},
        {"https://maps.apple/p/AbCdEf", reason::short_link},
        {"https://joes.us1.list-manage.com/subscribe?u=1", reason::hidden_target},
        {"https://r20.rs6.net/tn.jsp?f=1", reason::hidden_target},
        {"https://apps.microsoft.com/detail/9nblggh", reason::document},
        {"https://www.bing.com/search?q=joes", reason::search},
        {"https://search.yahoo.com/search?p=joes", reason::search},
        {"https://what3words.com/filled.count.soap", reason::no_place},
    };
    for (const auto& [text, why] : cases) {
        EXPECT_EQ(website(text).reason, why) << text;
        EXPECT_EQ(website(text).kind, Kind::none) << text;
    }
    EXPECT_EQ(brief(website("https://bit.ly")), "domain bit.ly");
    EXPECT_EQ(brief(website("https://discord.com/company")), "domain discord.com");
    EXPECT_EQ(brief(website("https://support.zoom.us/hc/en-us")), "domain zoom.us");
    EXPECT_EQ(brief(website("https://www.google.de/")), "domain google.de");
}

TEST(website, knows_every_kind_by_its_name) {
    EXPECT_EQ(kind_name(Kind::domain), "domain");
    EXPECT_EQ(kind_name(Kind::hosted), "hosted");
    EXPECT_EQ(kind_name(Kind::social), "social");
    EXPECT_EQ(kind_name(Kind::place), "place");
    EXPECT_EQ(kind_name(Kind::none), "none");
    EXPECT_EQ(kind_name(Kind::reject), "reject");
    EXPECT_EQ(identity_rules_version(), 6u);
    EXPECT_EQ(oldest_identity_rules_version(), 3u);
}

}  // namespace
}  // namespace bizrec::identity::test
