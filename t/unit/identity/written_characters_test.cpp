#include <gtest/gtest.h>

#include <string>

#include "bizrec/identity/page_path.hpp"
#include "bizrec/identity/url_repair.hpp"
#include "t/unit/identity/support.hpp"

/// Characters that a program has written in another way: misread UTF-8, entities, escapes.
namespace bizrec::identity::test {
namespace {

const std::string branch = "https://www.joes.com/pa/100-easton-rd";

/// Expects that the text around the address is no part of it.
void expect_branch(const std::string& before, const std::string& after) {
    const Identity identity = website(before + branch + after);
    EXPECT_EQ(identity.host + std::string(bare_page_path(identity.path)), "joes.com/pa/100-easton-rd")
        << before << "URL" << after << ' ' << identity.reason;
    EXPECT_EQ(brief(profile(before + "facebook.com/joes" + after)), "social facebook:joes") << before << after;
}

// "https://joes.com/menuÂ" and "ï»¿joes.com" gave another branch, or none.

TEST(written_characters, utf8_that_was_read_as_windows_1252_is_no_part_of_an_address) {
    expect_branch("ï»¿", "");
    expect_branch("Ã¯Â»Â¿", "");
    expect_branch("Â ", "");
    expect_branch("", "Â");
    expect_branch("", "Â ");
    expect_branch("\xC3\x82\xC2\xA0", "\xC3\x82\xC2\xA0");
    expect_branch("â€œ", "â€\xC2\x9D");
    expect_branch("â€œ", "â€");
    expect_branch("\xC3\xA2\xC2\x80\xC2\x9C", "\xC3\xA2\xC2\x80\xC2\x9D");
    expect_branch("â€˜", "â€™");
    expect_branch("â€‹", "â€‹");
    expect_branch("â€Ž", "â€Ž");
    expect_branch("â€¢ ", "");
    expect_branch("", "â€¦");
    expect_branch("", "Â - our site");
    expect_branch("", " ðŸ\xC2\x8D•");
    EXPECT_EQ(website("Âhttps://joes.com").host, "joes.com");
    EXPECT_EQ(website("joes.com/musÃ©e").path, website("joes.com/musée").path);
}

TEST(written_characters, letters_of_names_are_not_taken_for_misread_bytes) {
    EXPECT_EQ(brief(website("Âge.fr")), "domain xn--ge-oia.fr");
    EXPECT_EQ(brief(website("âme.fr")), "domain xn--me-oia.fr");
    EXPECT_EQ(website("joes.com/café").path, "/caf%c3%a9");
    EXPECT_EQ(decode_written("Ärzte für Ñandú, São Tomé"), "");
}

TEST(written_characters, entities_and_escapes_are_read) {
    expect_branch("&zwnj;", "&#8203;");
    expect_branch("&#xfeff;", "&nbsp;");
    expect_branch("&ldquo;", "&rdquo;");
    expect_branch("&#8220;", "&#8221;");
    expect_branch("&bull; ", "");
    expect_branch("&amp;nbsp;", "&amp;#160;");
    expect_branch("\\ufeff", "\\u200b");
    expect_branch("", "_x0020_");
    expect_branch("", "&nbsp;- our site");
    for (const char* text : {"https&#58;//joes.com", "https&colon;//joes.com", "https&colon;&sol;&sol;joes.com",
                             "jo&shy;es.com", "joes.co<wbr>m", "joes&#46;com", "https:&amp;#x2F;&amp;#x2F;joes.com"})
        EXPECT_EQ(brief(website(text)), "domain joes.com") << text;
    EXPECT_EQ(website("joes.com/a?x=1&amp;id=5").path, "/a?x=1&id=5");
    EXPECT_EQ(website("joes.com/a?x=1&copy=5").path, "/a?x=1&copy=5");
    EXPECT_EQ(brief(website("http:\\\\ubeef.com")), "domain ubeef.com") << "a folder, no escape";
}

TEST(written_characters, ligatures_and_hyphens_of_pdf_files_are_plain_ones) {
    EXPECT_EQ(website("joes.com/o\xEF\xAC\x83\x63\x65").path, "/office");
    EXPECT_EQ(website("joes\xE2\x80\x91plumbing.com").key, "joes-plumbing.com");
}

TEST(written_characters, a_blank_that_a_form_wrote_as_plus_is_no_part_of_an_address) {
    expect_branch("+", "");
    expect_branch("", "+");
    expect_branch("%2B", "%2B");
    EXPECT_EQ(brief(website("https://+joes.com")), "domain joes.com");
    EXPECT_EQ(website("joes.com/c++").path, "/c++");
}

}  // namespace
}  // namespace bizrec::identity::test
