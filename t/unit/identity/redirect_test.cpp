#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/redirect_table.hpp"
#include "t/unit/identity/support.hpp"

namespace bizrec::identity::test {
namespace {

TEST(RedirectTable, ALinkMeetsTheRowsOfItsHostInTheOrderOfTheFile) {
    RedirectTable table;
    ASSERT_TRUE(table.read({"redirects.txt",
                            "a.example /1 rest\n"
                            "google.* /2 rest\n"
                            "x.a.example /3 rest\n"
                            "a.example /4 rest\n"
                            "google.a.example /5 rest\n"}));
    const auto paths = [&table](std::string_view host, std::string_view brand_label) {
        std::string all;
        RedirectTable::RowsOf rows(table, host, brand_label);
        while (const RedirectTable::Row* row = rows.next())
            all += row->path;
        return all;
    };
    EXPECT_EQ(paths("a.example", "a"), "/1/4");
    EXPECT_EQ(paths("y.x.a.example", "a"), "/1/3/4");
    EXPECT_EQ(paths("www.google.com", "google"), "/2");
    EXPECT_EQ(paths("google.a.example", "a"), "/1/4/5");
    EXPECT_EQ(paths("ba.example", "ba"), "");
    EXPECT_EQ(paths("example", ""), "");
    EXPECT_EQ(paths("", ""), "");
}

TEST(redirect, unwraps_every_form_offline) {
    for (const char* text :
         {"https://www.google.com/url?q=https://joes.com/menu&sa=U",
          "https://www.google.co.jp/url?sa=t&amp;url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://www.google.com/amp/s/joes.com/menu",
          "https://joes-com.cdn.ampproject.org/c/s/joes.com/menu",
          "https://translate.google.com/translate?sl=de&u=joes.com/menu",
          "https://joes-com.translate.goog/menu?_x_tr_sl=en",
          "https://webcache.googleusercontent.com/search?q=cache:AbCdEfGhIjK1:https://joes.com/menu+joes",
          "https://l.facebook.com/l.php?u=https%3A%2F%2Fjoes.com%2Fmenu%3Ffbclid%3D1&h=x",
          "https://lm.facebook.com/l.php?u=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://l.instagram.com/?u=https%3A%2F%2Fjoes.com%2Fmenu&e=x",
          "https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://www.linkedin.com/redir/redirect?url=joes.com%2Fmenu",
          "https://www.linkedin.com/safety/go?url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://t.umblr.com/redirect?z=https%3A%2F%2Fjoes.com%2Fmenu&t=x",
          "https://slack-redir.net/link?url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://www.bing.com/ck/a?!&&p=ab&u=a1aHR0cHM6Ly9qb2VzLmNvbS9tZW51&ntb=1",
          "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fjoes.com%2Fmenu&rut=x",
          "https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2fjoes.com%2fmenu/RK=2/RS=x",
          "https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fjoes.com%2Fmenu&data=05",
          "https://urldefense.com/v3/__https://joes.com/menu__;!!abc$",
          "https://urldefense.proofpoint.com/v2/url?u=https-3A__joes.com_menu&d=x",
          "https://secure-web.cisco.com/1abc/https%3A%2F%2Fjoes.com%2Fmenu",
          "https://web.archive.org/web/20200101000000/https://www.joes.com/menu",
          "https://web.archive.org/web/20200101id_/http://joes.com/menu",
          "https://web.archive.org/web/*/joes.com/menu",
          "https://out.reddit.com/t3_x?url=https%3A%2F%2Fjoes.com%2Fmenu&token=x",
          "https://vk.com/away.php?to=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://steamcommunity.com/linkfilter/?url=https://joes.com/menu",
          "https://href.li/?https://joes.com/menu",
          "https://www.yelp.com/biz_redir?url=https%3A%2F%2Fjoes.com%2Fmenu&s=x",
          "https://lm.instagram.com/?u=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://l.workplace.com/l.php?u=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://x.com/i/redirect?url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://www.pinterest.co.uk/offsite/?token=1&url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://yandex.ru/clck/jsredir?from=x&url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://search.yahoo.co.jp/amp/s/joes.com/menu?usqp=x",
          "https://www.translatetheweb.com/?from=&to=en&a=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://scanmail.trustwave.com/?c=1&d=2&u=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://x-ctp.trendmicro.com/wis/clicktime/v1/query?url=https%3A%2F%2Fjoes.com%2Fmenu&umid=1",
          "https://avanan.url-protection.com/v1/url?o=https%3A//joes.com/menu&g=x",
          "https://url.avanan.click/v2/___https://joes.com/menu___.YXA",
          "https://archive.md/https://joes.com/menu",
          "https://webarchive.nationalarchives.gov.uk/ukgwa/20200101000000/https://joes.com/menu",
          "https://www.dpbolvw.net/click-1-2?url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://www.google.com/"
          "url?q=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Fjoes.com%252Fmenu"}) {
        const Identity identity = website(text);
        EXPECT_EQ(brief(identity), "domain joes.com") << text;
        EXPECT_EQ(identity.path, "/menu") << text;
    }
}

TEST(redirect, takes_the_domain_from_mail_filters_that_hide_the_rest) {
    for (const char* text : {"https://protect-us.mimecast.com/s/AbCdEf?domain=joes.com",
                             "https://url.us.m.mimecastprotect.com/s/AbC?domain=joes.com",
                             "https://us-west-2.protection.sophos.com/?d=joes.com&u=aHR0cHM6Ly9qb2VzLmNvbS8=&i=x"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
}

TEST(redirect, mail_filters_that_hide_the_page_at_a_platform_name_nobody) {
    for (const char* text : {"https://protect-us.mimecast.com/s/AbCdEf?domain=amazon.com",
                             "https://protect-us.mimecast.com/s/AbCdEf?domain=facebook.com",
                             "https://protect-us.mimecast.com/s/AbCdEf?domain=www.google.com",
                             "https://protect-us.mimecast.com/s/AbCdEf?domain=weebly.com",
                             "https://protect-us.mimecast.com/s/AbCdEf?domain=tabelog.com",
                             "https://us-west-2.protection.sophos.com/?d=amazon.com&u=!&i=x",
                             "https://us-west-2.protection.sophos.com/?d=amazon.com"})
        EXPECT_EQ(website(text).reason, reason::hidden_target) << text;
    EXPECT_EQ(brief(website("https://protect-us.mimecast.com/s/AbCdEf?domain=joes.weebly.com")),
              "hosted joes.weebly.com");
}

TEST(redirect, the_whole_address_in_a_sophos_link_counts) {
    const Identity page =
        website("https://us-west-2.protection.sophos.com?d=joes.com&u=aHR0cHM6Ly93d3cuam9lcy5jb20vbWVudQ==&i=x&t=y");
    EXPECT_EQ(brief(page), "domain joes.com");
    EXPECT_EQ(page.path, "/menu");
    EXPECT_EQ(brief(website("https://eu-central-1.protection.sophos.com/?d=facebook.com&u="
                            "aHR0cHM6Ly93d3cuZmFjZWJvb2suY29tL2pvZXM%3D&i=x")),
              "social facebook:joes");
}

TEST(redirect, finds_profiles_behind_log_in_pages) {
    EXPECT_EQ(brief(website("https://www.instagram.com/accounts/login/?next=/joes/")), "social instagram:joes");
    EXPECT_EQ(brief(website("https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Fjoes%2F")),
              "social facebook:joes");
    EXPECT_EQ(brief(website("https://www.linkedin.com/authwall?sessionRedirect=https%3A%2F%2Fwww.linkedin.com"
                            "%2Fcompany%2Fjoes")),
              "social linkedin:company/joes");
    EXPECT_EQ(website("https://www.instagram.com/accounts/login/").reason, reason::share);
}

TEST(redirect, says_what_it_cannot_follow) {
    EXPECT_EQ(website("https://www.google.com/url?sa=t").reason, reason::hidden_target);
    EXPECT_EQ(website("https://protect-us.mimecast.com/s/AbCdEf").reason, reason::hidden_target);
    EXPECT_EQ(website("https://www.baidu.com/link?url=AbCdEf").reason, reason::bad_target);
    EXPECT_EQ(website("https://www.google.com/url?q=/search").reason, reason::bad_target);
    EXPECT_EQ(website("https://www.google.com/url?q=https://192.168.0.1/").reason, reason::bad_target);
    EXPECT_EQ(website("https://www.google.com/url?q=https://bit.ly/x").reason, reason::short_link);
    const std::string twice =
        "https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Fhref.li%252F%253Fjoes.com";
    EXPECT_EQ(website("https://www.google.com/url?q=" + twice).reason, reason::nested_redirects);
}

TEST(redirect, leaves_the_companies_themselves_alone) {
    for (const char* text : {"https://web.archive.org/", "https://archive.org/web/", "https://archive.org/about"})
        EXPECT_EQ(brief(website(text)), "domain archive.org") << text;
    EXPECT_EQ(brief(website("https://www.bing.com")), "domain bing.com");
    EXPECT_EQ(brief(website("https://href.li")), "domain href.li");
    EXPECT_EQ(brief(website("https://www.mimecast.com/products")), "domain mimecast.com");
    EXPECT_EQ(brief(website("https://translate.google.com/")), "domain google.com");
}

struct UnwrappedCase {
    const char* text;
    const char* expected;
};

void expect_unwrapped(const std::vector<UnwrappedCase>& cases) {
    for (const UnwrappedCase& each : cases)
        EXPECT_EQ(brief(website(each.text)), each.expected) << each.text;
}

TEST(redirect, consent_log_in_and_challenge_pages_are_unwrapped) {
    expect_unwrapped(
        {{"https://consent.google.com/ml?continue=https://www.google.com/maps?cid%3D123&gl=DE", "place google_cid:123"},
         {"https://consent.google.de/ml?continue=https://www.google.de/maps?cid%3D123&gl=DE", "place google_cid:123"},
         {"https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2F%40joes&gl=DE",
          "social youtube:joes"},
         {"https://accounts.google.com/ServiceLogin?continue=https%3A%2F%2Fwww.youtube.com%2F%40joes",
          "social youtube:joes"},
         {"https://accounts.google.com/v3/signin/identifier?continue=https%3A%2F%2Fwww.youtube.com%2F%40joes",
          "social youtube:joes"},
         {"https://www.google.com/sorry/index?continue=https://joes.com", "domain joes.com"},
         {"https://x.com/i/flow/login?redirect_after_login=%2Fjoes", "social twitter:joes"},
         {"https://mobile.twitter.com/login?redirect_after_login=%2Fjoes", "social twitter:joes"},
         {"https://www.pinterest.com/login/?next=%2Fjoes%2F", "social pinterest:joes"},
         {"https://www.facebook.com/cookie/consent_prompt/?next_uri=https%3A%2F%2Fwww.facebook.com%2Fjoes",
          "social facebook:joes"},
         {"https://www.facebook.com/privacy/consent/?next=https%3A%2F%2Fwww.facebook.com%2Fjoes",
          "social facebook:joes"},
         {"https://www.facebook.com/unsupportedbrowser?next=https%3A%2F%2Fwww.facebook.com%2Fjoes",
          "social facebook:joes"},
         {"https://www.instagram.com/challenge/?next=/joes/", "social instagram:joes"},
         {"https://www.instagram.com/consent/?next=%2Fjoes%2F", "social instagram:joes"}});
}

TEST(redirect, consent_and_log_in_pages_without_a_target_are_no_key) {
    for (const char* text :
         {"https://accounts.google.com/ServiceLogin", "https://x.com/i/flow/login", "https://www.pinterest.com/login/",
          "https://www.facebook.com/checkpoint/?next", "https://www.facebook.com/cookie/consent_prompt/",
          "https://www.instagram.com/challenge/", "https://consent.yahoo.com/v2/collectConsent?sessionId=1",
          "https://guce.yahoo.com/consent?done=https%3A%2F%2Fjoes.com"})
        EXPECT_EQ(brief(website(text)), "none") << text;
    expect_unwrapped({{"https://accounts.google.com", "domain google.com"},
                      {"https://www.facebook.com/consentcoffee", "social facebook:consentcoffee"},
                      {"https://x.com/ilogin", "social twitter:ilogin"}});
}

TEST(redirect, url_defense_keeps_the_query_and_the_marks_of_the_address) {
    expect_unwrapped(
        {{"https://urldefense.com/v3/__https://www.facebook.com/profile.php?id=100057570364732__;!!AbC!xyz$",
          "social facebook:id/100057570364732"},
         {"https://urldefense.com/v3/__https://maps.google.com/?cid=123__;!!AbC!xyz$", "place google_cid:123"},
         {"https://urldefense.com/v3/__https://www.google.com/"
          "url?q=https*3A*2F*2Fjoes.com*2Fmenu&sa=D__;JSUlJQ!!AbC!xyz$",
          "domain joes.com"},
         {"https://urldefense.com/v3/__https://www.instagram.com/joes__bbq/__;!!AbC!xyz$",
          "social instagram:joes__bbq"},
         {"https://urldefense.com/v3/__https://www.linkedin.com/company/caf*-**Aa__;w6nDqcOp!!AbC!xyz$",
          "social linkedin:company/café-ééa"},
         {"https://urldefense.com/v3/__https://twitter.com/*!/joes__;Iw!!AbC!xyz$", "social twitter:joes"},
         {"https://urldefense.proofpoint.com/v3/__https:/joes.com__;!!AbC!xyz$", "domain joes.com"},
         {"https://protect.checkpoint.com/v2/___https://www.facebook.com/profile.php?id=123___.YXA",
          "social facebook:id/123"},
         {"https://urldefense.com/v3/__", "none"}});
}

TEST(redirect, archives_mail_filters_and_viewers_show_their_target) {
    for (const char* text :
         {"https://web.archive.org/save/https://joes.com/menu", "https://web.archive.org/save/joes.com/menu",
          "https://archive.is/newest/https://joes.com/menu", "https://archive.ph/o/AbCdE/https://joes.com/menu",
          "https://protect2.fireeye.com/v1/url?k=1&q=1&e=2&u=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://protect2.fireeye.com/url?k=1&u=https://joes.com/menu",
          "https://linklock.titanhq.com/analyse?url=https%3A%2F%2Fjoes.com%2Fmenu&data=x",
          "https://atpscan.global.hornetsecurity.com/index.php?url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://outlook.office365.com/owa/redir.aspx?C=x&URL=https%3a%2f%2fjoes.com%2fmenu",
          "https://12ft.io/proxy?q=https%3A%2F%2Fjoes.com%2Fmenu", "https://12ft.io/https://joes.com/menu",
          "https://docs.google.com/viewer?url=https%3A%2F%2Fjoes.com%2Fmenu",
          "https://docs.google.com/gview?embedded=true&url=https://joes.com/menu",
          "https://disq.us/url?url=https%3A%2F%2Fjoes.com%2Fmenu%3A8qVXjXyC1dJdrUQ4xu5uyWIRnrc&cuid=1",
          "https://translate.google.com/#auto/en/https%3A%2F%2Fjoes.com%2Fmenu"}) {
        const Identity identity = website(text);
        EXPECT_EQ(brief(identity), "domain joes.com") << text;
        EXPECT_EQ(identity.path, "/menu") << text;
    }
    expect_unwrapped({{"https://disq.us/url?url=https%3A%2F%2Ftwitter.com%2Fjoes%3A8qVXjXyC1dJdrUQ4xu5uyWIRnrc",
                       "social twitter:joes"},
                      {"https://translate.google.com/?text=hello", "none"},
                      {"https://web.archive.org/save", "domain archive.org"}});
}

TEST(redirect, icons_and_readers_of_a_website_mean_the_website) {
    for (const char* text :
         {"https://logo.clearbit.com/joes.com", "https://logo.clearbit.com/joes.com?size=80",
          "https://www.google.com/s2/favicons?domain=joes.com",
          "https://t3.gstatic.com/faviconV2?client=SOCIAL&url=http://joes.com&size=16",
          "https://icons.duckduckgo.com/ip3/joes.com.ico", "https://icon.horse/icon/joes.com",
          "https://api.faviconkit.com/joes.com/144", "https://r.jina.ai/https://joes.com/menu",
          "https://i0.wp.com/joes.com/wp-content/logo.png", "https://validator.w3.org/check?uri=joes.com"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    expect_unwrapped({{"https://logo.clearbit.com", "domain clearbit.com"},
                      {"https://clearbit.com/joes.com", "domain clearbit.com"},
                      {"https://validator.w3.org", "domain w3.org"},
                      {"https://unavatar.io/twitter/joes", "none"}});
}

TEST(redirect, reports_on_a_website_and_customer_records_name_nobody) {
    for (const char* text :
         {"https://www.similarweb.com/website/joes.com/", "https://builtwith.com/joes.com",
          "https://app.hubspot.com/contacts/123/company/456", "https://graph.facebook.com/joes/picture?type=large",
          "https://joes.lightning.force.com/lightning/r/Account/001/view", "https://who.is/whois/joes.com",
          "https://www.semrush.com/analytics/overview/?q=joes.com", "https://sitecheck.sucuri.net/results/joes.com"})
        EXPECT_EQ(website(text).reason, reason::about_another) << text;
    expect_unwrapped({{"https://www.similarweb.com", "domain similarweb.com"},
                      {"https://builtwith.com/", "domain builtwith.com"},
                      {"https://www.whois.com/about", "domain whois.com"},
                      {"https://www.hubspot.com/products", "domain hubspot.com"}});
}

TEST(redirect, mail_of_customers_of_a_telephone_company_names_nobody) {
    for (const char* text : {"joe@tim.it", "joe@movistar.es", "joe@spectrum.net", "joe@odn.ne.jp"})
        EXPECT_EQ(website(text).reason, reason::free_mail) << text;
    for (const char* text :
         {"https://www.tim.it/offerte", "https://www.movistar.es", "https://www.spectrum.net/support"}) {
        EXPECT_EQ(website(text).kind, Kind::domain) << text;
        EXPECT_FALSE(website(text).is_page_of_stranger) << text;
    }
    EXPECT_TRUE(website("http://www1.odn.ne.jp/joes/").is_page_of_stranger);
}

TEST(redirect, tenants_of_site_builders_are_apart_from_the_builder) {
    expect_unwrapped({{"https://joes.negocio.site", "hosted joes.negocio.site"},
                      {"https://joes.studio.design/menu", "hosted joes.studio.design"},
                      {"https://ny-joes.civicplus.com", "hosted ny-joes.civicplus.com"},
                      {"https://joes.shop.info.jp", "hosted joes.shop.info.jp"},
                      {"https://www.naganoblog.jp", "domain naganoblog.jp"},
                      {"https://ipage.com", "domain ipage.com"}});
}

TEST(redirect, mail_of_relays_and_platform_robots_names_nobody) {
    for (const char* text :
         {"ann@users.noreply.github.com", "123+ann@users.noreply.github.com", "ann@privaterelay.appleid.com",
          "ann@marketplace.amazon.com", "ann@marketplace.amazon.de", "ann@guest.booking.com", "ann@members.ebay.com",
          "ann@messages.airbnb.com", "ann@indeedemail.com", "ann@usa.com", "ann@mozmail.com"})
        EXPECT_EQ(website(text).reason, reason::free_mail) << text;
    expect_unwrapped({{"press@github.com", "domain github.com"},
                      {"ann@amazon.de", "domain amazon.de"},
                      {"https://usa.com", "domain usa.com"},
                      {"https://members.ebay.com/str/joes", "social ebay:str/joes"},
                      {"https://joes.substack.com", "hosted joes.substack.com"}});
}

}  // namespace
}  // namespace bizrec::identity::test
