#include <gtest/gtest.h>

#include "bizrec/identity/reasons.hpp"
#include "t/unit/identity/support.hpp"

namespace bizrec::identity::test {
namespace {

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
    EXPECT_EQ(website("Smith,Jones").reason, reason::single_label);
    EXPECT_EQ(website("exa mple.com").reason, reason::space_in_host);
    EXPECT_EQ(website("joes.com:99999").reason, reason::bad_port);
}

TEST(website, a_link_behind_another_scheme_or_an_ip_address_is_not_read) {
    for (const char* text : {"ftp://joes.com/x#www.starcaps.com", "sip:joe@joes.com|http://starcaps.com",
                             "tel:+15551234|www.starcaps.com", "10.0.0.1#https://starcaps.com"}) {
        EXPECT_EQ(website(text).kind, Kind::reject) << text;
    }
    EXPECT_NE(website("www.de#http://starcaps.com").key, "starcaps.com");
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
        {"joes..com", reason::empty_label},
        {"www.joes..com", reason::empty_label},
        {".com", reason::empty_label},
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
    EXPECT_EQ(page.path, "/ca/oakland/3rd-st?q=1");
    EXPECT_EQ(website("www.www.joes.com").host, "joes.com");
    EXPECT_EQ(website("www.com").host, "www.com");
    EXPECT_EQ(website("shop.joes.com").host, "shop.joes.com");
    for (const char* home : {"joes.com", "joes.com/", "joes.com/index.html", "joes.com/Default.aspx", "joes.com#y",
                             "joes.com//", "joes.com/./", "joes.com/../.."})
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
    EXPECT_EQ(identity_rules_version(), 8u);
    EXPECT_EQ(oldest_identity_rules_version(), 3u);
}

}  // namespace
}  // namespace bizrec::identity::test
