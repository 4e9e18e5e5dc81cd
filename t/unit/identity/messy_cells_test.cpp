#include <gtest/gtest.h>

#include <string>

#include "bizrec/identity/page_path.hpp"
#include "bizrec/identity/reasons.hpp"
#include "t/unit/identity/support.hpp"

/// Addresses in the cells of customers' tables: rows, objects, links of other programs, emoji, broken schemes.
namespace bizrec::identity::test {
namespace {

const std::string page = "https://www.joes.com/pa/100-easton-rd";

/// Expects that the text gives the page between `before` and `after`.
void expect_page(const std::string& before, const std::string& after) {
    const Identity identity = website(before + page + after);
    EXPECT_EQ(identity.host + std::string(bare_page_path(identity.path)), "joes.com/pa/100-easton-rd")
        << before << "URL" << after << ' ' << identity.reason;
}

TEST(messy_cell, emoji_and_words_in_capitals_behind_a_path_are_no_part_of_it) {
    for (const char* after : {" \U0001F355", "\U0001F355", " \u2713", " NEW", " 123 Main St, Austin, TX 78701",
                              ",Joe's,Austin", ";Joe's;Austin", "https://best.com"})
        expect_page("", after);
    EXPECT_EQ(website("joes.com/our menu/lunch").path, "/our%20menu/lunch");
    EXPECT_EQ(website("JOES.COM/OUR MENU").path, "/our%20menu");
    EXPECT_EQ(website("joes.com/a,b").path, "/a,b");
}

TEST(messy_cell, the_address_of_a_row_or_an_object_is_found) {
    expect_page("{\"url\":\"", "\"}");
    expect_page("{\"type\":\"website\",\"value\":\"", "\"}");
    expect_page("123,\"Joe's\",\"", "\"");
    expect_page(",", ",");
    expect_page(";;", ";");
    expect_page("#1 ", "");
    expect_page("item1.URL:", "");
    expect_page("URLTO:", "");
    expect_page("MEBKM:TITLE:Joe;URL:", ";;");
    expect_page("microsoft-edge:", "");
    expect_page("<![CDATA[", "]]>");
    expect_page("<a href='", "' target='_blank'>Joe's</a>");
}

TEST(messy_cell, an_address_that_does_not_stand_apart_is_not_taken) {
    for (const char* text :
         {"localhost/?to=https://best.com", "ftp://joes.com/x#www.best.com", "javascript:open('https://best.com')",
          "data:text/html,https://best.com", "10.0.0.1/?to=https://best.com"})
        EXPECT_EQ(brief(website(text)), "reject") << text;
}

TEST(messy_cell, links_of_org_latex_wikis_and_salesforce_are_read) {
    expect_page("[[", "][Joe's]]");
    expect_page("\\href{", "}{Joe's}");
    expect_page("[", " Joe's]");
    expect_page("_HL_ENCODED_", "_HL_Joe's_HL__blank_HL_");
    expect_page("\\[Joe's\\](", ")");
    expect_page("\"Joe's\":", "");
}

TEST(messy_cell, marks_in_place_of_a_scheme_are_dropped) {
    for (const char* text : {"://joes.com", ":/joes.com", "./joes.com", ".www.joes.com", "http.www.joes.com"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    for (const char* text : {"https://a..com", "*.joes.com"})
        EXPECT_EQ(brief(website(text)), "reject") << text;
}

TEST(messy_cell, a_website_after_a_mail_address_counts) {
    expect_page("info@best.com ", "");
}

// "www.ocbc.com,hk" was ocbc.com, another company.

TEST(messy_cell, a_comma_or_a_blank_before_a_country_is_not_the_end_of_the_host) {
    EXPECT_EQ(brief(website("www.joes.com,hk")), "domain joes.com.hk");
    EXPECT_EQ(brief(website("joes.co,uk/menu")), "domain joes.co.uk");
    EXPECT_EQ(brief(website("joes.com,ca")), "domain joes.com") << "a state, perhaps";
    EXPECT_EQ(brief(website("joes.com,best.com")), "domain joes.com");
    EXPECT_EQ(website("www.joes.com .hk").reason, reason::space_in_host);
    EXPECT_EQ(brief(website("www.joes.com 555-123-4567")), "domain joes.com");
}

TEST(messy_cell, hosts_that_mean_www_have_the_pages_of_www) {
    for (const char* host : {"www.", "ww.", "wwww.", "www1.", "www2.", "m.", "mobile.", "httpwww.", "http.", "https."})
        EXPECT_EQ(website(std::string(host) + "joes.com/menu").host, "joes.com") << host;
    EXPECT_EQ(website("wwwstores.joes.com").host, "stores.joes.com");
    EXPECT_EQ(website("https.tabelog.com/a/1").host, "tabelog.com");
    EXPECT_EQ(website("www5.so-net.ne.jp/a").host, "www5.so-net.ne.jp") << "a stranger's page";
    EXPECT_EQ(brief(website("http.facebook.com/joes")), "social facebook:joes");
    EXPECT_EQ(brief(website("http.com")), "domain http.com");
    EXPECT_EQ(website("s.joes.com").host, "s.joes.com");
    EXPECT_EQ(website("m.com").host, "m.com");
}

TEST(messy_cell, a_remark_after_a_profile_is_no_part_of_it) {
    for (const char* after : {" \U0001F355", " \u2713", " info@gmail.com", " 555-123-4567"})
        EXPECT_EQ(brief(website("https://www.facebook.com/joes" + std::string(after))), "social facebook:joes")
            << after;
    EXPECT_EQ(brief(website("https://www.facebook.com/Joes Diner")), "none");
}

TEST(messy_cell, what_tells_the_pages_of_one_path_apart_is_kept) {
    EXPECT_EQ(website("joes.com/shop.php?id=12&utm_source=x").path, "/shop.php?id=12");
    EXPECT_EQ(website("joes.com/?page=kobe").path, "/?page=kobe");
    EXPECT_EQ(website("joes.com/#/store/12").path, "/?#/store/12");
    EXPECT_EQ(website("joes.com/a#!/store/12?x=1").path, "/a?#/store/12");
    EXPECT_EQ(website("joes.com/a?id=1#/b").path, "/a?id=1&#/b");
    EXPECT_EQ(website("joes.com/a#menu").path, "/a");
    EXPECT_EQ(bare_page_path("/?id=12"), "");
    for (const char* debris : {"", "/", "/ ", "/\xC2\xA0", "/,", "/\xFD"})
        EXPECT_EQ(website("joes.com/shop?name=main" + std::string(debris)).path, "/shop?name=main") << debris;
    const std::string longest(max_page_path_bytes - 9, 'a');
    EXPECT_EQ(website("joes.com/s?name=" + longest + "/b").path, "/s?name=" + longest) << "cut after the slash";
    for (const char* debris : {"\U0001F355", "|", ", Joe's", "/", "?utm_source=x", "https://best.com"})
        EXPECT_EQ(website("joes.com/shop.php?id=12" + std::string(debris)).path, "/shop.php?id=12") << debris;
}

// "/100-easton-rd/amp" gave another branch.

TEST(messy_cell, a_segment_that_programs_append_to_a_page_is_a_detail) {
    for (const char* after : {"/amp", "/amp/", "/feed/", "/home.html", "/HOME.HTM", "/welcome.html", "/index"})
        EXPECT_EQ(bare_page_path(website(page + after).path), "/pa/100-easton-rd") << after;
    EXPECT_EQ(website("joes.com/12/amp").path, "/12?/amp");
    EXPECT_EQ(website("joes.com/home").path, "/?/home");
    EXPECT_EQ(website("joes.com/home?id=5").path, "/home?id=5");
    EXPECT_EQ(page_without_details("/home?id=5"), "/?/home");
    EXPECT_EQ(website("joes.com/amplifiers").path, "/amplifiers");
    EXPECT_EQ(website("joes.com/index.html").path, "");
}

TEST(messy_cell, labels_of_other_languages_and_spaced_schemes_are_dropped) {
    for (const char* before : {"Webseite: ", "Internet: ", "Página web: ", "Сайт: ", "网站：", "网站：www.",
                               "ホームページ：https://", "HP: ", "website=", "h ttp://", "h t t p s://", "https://%20"})
        EXPECT_EQ(brief(website(std::string(before) + "joes.com/menu")), "domain joes.com") << before;
    for (const char* text : {"IG: joes.bar", "Skype: joes.com", "not joes.com", "Webseite: keine"})
        EXPECT_EQ(brief(website(text)), "reject") << text;
}

TEST(messy_cell, an_empty_cell_after_an_address_is_no_part_of_it) {
    for (const char* after : {",null", " null", ";N/A", " undefined", "|none"}) {
        expect_page("", after);
        EXPECT_EQ(brief(website("facebook.com/joes" + std::string(after))), "social facebook:joes") << after;
        EXPECT_EQ(brief(website("joes.com" + std::string(after))), "domain joes.com") << after;
    }
    EXPECT_EQ(brief(website("<a href='https://facebook.com/joes' target='_blank'>Joe's</a>")), "social facebook:joes");
    EXPECT_EQ(brief(website("facebook.com/joes // verified")), "social facebook:joes");
}

TEST(messy_cell, a_bare_platform_with_a_name_after_it_is_not_its_company) {
    for (const char* text : {"facebook.com / joes", "facebook.com - Joe's Diner", "facebook.com (Joe's)"})
        EXPECT_EQ(brief(website(text)), "none") << text;
}

TEST(messy_cell, a_platform_after_www_without_its_dot_is_the_platform) {
    EXPECT_EQ(brief(website("wwwfacebook.com/joes")), "social facebook:joes");
    EXPECT_EQ(brief(website("m.wwwfacebook.com/joes")), "social facebook:joes");
    EXPECT_EQ(website("o.wwwgoogle.com").key, website("wwwgoogle.com").key);
    EXPECT_EQ(brief(website("https://wwwyoutube.com/@joes")), "social youtube:joes");
    EXPECT_EQ(brief(website("wwwpinterest.com/joes")), "social pinterest:joes");
    EXPECT_EQ(brief(website("wwwx.com/joes")), "domain wwwx.com");
    EXPECT_EQ(brief(website("wwwjoes.com")), "domain wwwjoes.com") << "only the index knows";
}

// "chick–fil–a.com" found nothing, because Word writes dashes for hyphens.

TEST(messy_cell, a_dash_in_a_host_is_a_hyphen) {
    for (const char* dash : {"‐", "‑", "‒", "–", "—", "―", "⁃", "−", "﹘", "﹣", "－", "%E2%80%93"}) {
        EXPECT_EQ(brief(website("joes" + std::string(dash) + "bar.com")), "domain joes-bar.com") << dash;
        EXPECT_EQ(website("https://www.joes" + std::string(dash) + "bar.com/menu").path, "/menu") << dash;
    }
    EXPECT_EQ(brief(website("joes.com – menu")), "domain joes.com");
    EXPECT_EQ(brief(website("ラーメン.com")), "domain xn--4dkp5a8a.com") << "a long vowel is no dash";
    EXPECT_NE(website("joes.com/a–b").path, website("joes.com/a-b").path) << "two pages";
}

TEST(messy_cell, dots_at_an_end_of_a_host_are_dropped) {
    for (const char* text :
         {".joes.com", "..joes.com", "https://.joes.com", "www..joes.com", "joes.com..", "joes.com../"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    EXPECT_EQ(website("joes.com../menu").path, "/menu");
    for (const char* text : {"joes..com", "www.joes..com", ".com", ".co.uk"})
        EXPECT_EQ(brief(website(text)), "reject") << text;
}

TEST(messy_cell, escapes_of_e_mail_programs_are_no_part_of_an_address) {
    for (const char* after : {"=20", "=0D=0A", "=C2=A0", "=E2=80=8B", "=3D", "=", "=3Futm_source=3Dx", "=\n", "=20 "}) {
        expect_page("", after);
        EXPECT_EQ(brief(website("joes.com" + std::string(after))), "domain joes.com") << after;
        EXPECT_EQ(brief(website("facebook.com/joes" + std::string(after))), "social facebook:joes") << after;
    }
    EXPECT_EQ(website("https://www.joes.com/pa/100-eas=\r\nton-rd").path, "/pa/100-easton-rd");
    EXPECT_EQ(website("https://www.jo=\nes.com/menu").host, "joes.com");
    EXPECT_EQ(website("joes.com/?id=\n5").path, "/?id=5") << "the value of a parameter";
    EXPECT_EQ(website("joes.com/a=b/c").path, "/a=b/c");
    EXPECT_EQ(website("joes.com/shop?page=20").path, "/shop?page=20");
    EXPECT_EQ(website("joes.com/store=2056").path, "/store=2056");
}

TEST(messy_cell, a_lone_word_after_a_host_is_a_remark_unless_it_may_end_the_host) {
    for (const char* after : {" old", " (old)", " OLD", " closed", " Chicago", " banco/online"})
        EXPECT_EQ(brief(website("joes.com" + std::string(after))), "domain joes.com") << after;
    for (const char* text : {"joes.co uk", "joes.co m", "joes.co m/menu", "joes.ca fe", "joes.com hk", "exa.mple com"})
        EXPECT_EQ(website(text).reason, reason::space_in_host) << text;
    EXPECT_EQ(brief(website("facebook.com joes")), "none");
}

TEST(messy_cell, words_that_tell_which_page_are_no_part_of_a_profile) {
    for (const char* after : {" old site", " page", " our main page", " fan page", " (old)"})
        EXPECT_EQ(brief(website("facebook.com/joes" + std::string(after))), "social facebook:joes") << after;
    for (const char* after : {" old", " diner", " Diner page", " diner page"})
        EXPECT_EQ(brief(website("facebook.com/joes" + std::string(after))), "none") << after;
}

TEST(messy_cell, an_address_that_a_mark_parts_from_a_name_is_found) {
    for (const char* before : {"Joe's (", "Joe's - ", "Joe's | ", "Joe's, ", "Account: Joe's / ", "Joe's \u2022 ",
                               "\u260E 555-1234567 \u2022 ",
                               "T: 555-1234567 W: ", "OLD: ", "Domain Name: ", "domain: ", "\uF0B7 ", "\U0001F310 "}) {
        const std::string text = std::string(before) + "joes.com" + (ends_with(before, "(") ? ")" : "");
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    }
    for (const char* text : {"Instagram - joes.bar", "FB | joes.bar", "IG (joes.bar)", "not joes.com",
                             "Skype: joes.com", "ftp://a.com - joes.com", "10.0.0.1 - joes.com", "Joe's - st.louis"})
        EXPECT_EQ(brief(website(text)), "reject") << text;
    EXPECT_EQ(profile("Joe's (joes.bar)").kind, Kind::reject) << "a handle, perhaps";
}

TEST(messy_cell, a_footnote_or_an_escaped_mark_after_an_address_is_no_part_of_it) {
    for (const char* after : {"[1]", " [12]", "¹", "†", "%E2%80%A6", "%27", "%2C", "."})
        expect_page("", after);
    EXPECT_EQ(brief(website("joes.com²")), "domain joes.com");
    EXPECT_EQ(website("joes.com/voil%C3%A0").path, website("joes.com/voilà").path) << "no blank at the end";
    EXPECT_EQ(website("amp.joes.com/menu").host, "joes.com");
    EXPECT_EQ(website("amp.com").host, "amp.com");
}

}  // namespace
}  // namespace bizrec::identity::test
