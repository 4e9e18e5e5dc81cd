#include <gtest/gtest.h>

#include "t/unit/identity/support.hpp"

/// Websites that are pages of listings, platforms and portals.
namespace bizrec::identity::test {
namespace {

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
    EXPECT_EQ(website("https://joes.com/menu?id=1877").path, "/menu?id=1877");
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
}  // namespace
}  // namespace bizrec::identity::test
