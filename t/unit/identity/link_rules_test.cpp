#include <gtest/gtest.h>

#include "bizrec/base/rule_lines.hpp"
#include "t/unit/identity/support.hpp"

namespace bizrec::identity::test {
namespace {

using Texts = LinkRules::Texts;

std::size_t table(std::string_view name) {
    std::size_t i = 0;
    while (LinkRules::table_names[i] != name)
        ++i;
    return i;
}

/// The built-in tables, which a test may change: add() appends to a table, set() replaces it.
class Tables {
public:
    Tables() {
        for (std::size_t i = 0; i < texts_.size(); ++i)
            texts_[i] = std::string(built_in_rules(LinkRules::table_names[i]));
    }
    Tables& add(std::string_view name, std::string_view more) {
        texts_[table(name)] += more;
        return *this;
    }
    Tables& set(std::string_view name, std::string_view text) {
        texts_[table(name)] = text;
        return *this;
    }
    Result<LinkRules> read() const {
        Texts texts;
        for (std::size_t i = 0; i < texts_.size(); ++i)
            texts[i] = {std::string(LinkRules::table_names[i]) + ".txt", texts_[i]};
        return LinkRules::read(texts);
    }

private:
    std::array<std::string, LinkRules::table_names.size()> texts_;
};

std::string website_by(const LinkRules& rules, std::string_view text) {
    Identity identity;
    Normaliser(suffixes(), rules).website(text, identity);
    return brief(identity);
}

TEST(LinkRules, ANewPlatformIsAFewLines) {
    const auto rules = Tables()
                           .add("platforms", "chatter octets=.- also=chatapp # new\n")
                           .add("platform_hosts", "chatter.example chatter\nchat.* chatter tenant\n")
                           .add("platform_paths",
                                "chatter post|video none post\nchatter u/{h} profile\n"
                                "chatter id?n={n} profile id/\nchatter about company\n")
                           .read();
    ASSERT_TRUE(rules) << rules.error().message;
    const LinkRules& by = rules.value();
    EXPECT_EQ(website_by(by, "https://www.chatter.example/u/Joes.Diner/tab"), "social chatter:joes.diner");
    EXPECT_EQ(website_by(by, "chatter.example/id?n=12"), "social chatter:id/12");
    EXPECT_EQ(website_by(by, "joes.chat.com"), "social chatter:joes");
    EXPECT_EQ(website_by(by, "chatter.example/post/1"), "none");
    EXPECT_EQ(website_by(by, "chatter.example"), "domain chatter.example");
    EXPECT_EQ(website_by(LinkRules::built_in(), "https://www.chatter.example/u/joes"), "domain chatter.example");
    EXPECT_EQ(website_by(by, "facebook.com/joes"), "social facebook:joes");
    Identity identity;
    Normaliser(suffixes(), by).labelled_profile("Chat App", "@joes", identity);
    EXPECT_EQ(brief(identity), "none") << "a bare handle has no path that this platform knows";
    Normaliser(suffixes(), by).profile("chatter: u/joes", identity);
    EXPECT_EQ(brief(identity), "social chatter:joes");
}

TEST(LinkRules, EveryTableCounts) {
    const auto rules = Tables()
                           .add("free_mail", "mail.example mail_only\n")
                           .add("nameless_hosts", "shrt.example short_link\n")
                           .add("redirects", "out.example /go parameter to|url\n")
                           .add("subdomains", "touchy neutral\nsupporters company\n")
                           .read();
    ASSERT_TRUE(rules) << rules.error().message;
    const LinkRules& by = rules.value();
    EXPECT_EQ(website_by(by, "joe@mail.example"), "none");
    EXPECT_EQ(website_by(by, "shrt.example/x"), "none");
    EXPECT_EQ(website_by(by, "out.example/go?url=https%3A%2F%2Fjoes.com%2F"), "domain joes.com");
    EXPECT_EQ(website_by(by, "touchy.facebook.com/joes"), "social facebook:joes");
    EXPECT_EQ(website_by(by, "supporters.etsy.com"), "domain etsy.com");
    EXPECT_EQ(website_by(LinkRules::built_in(), "joe@mail.example"), "domain mail.example");
}

TEST(LinkRules, NoPlatformsAreRulesToo) {
    Tables none;
    for (const std::string_view name : LinkRules::table_names)
        none.set(name, "");
    const auto rules = none.read();
    ASSERT_TRUE(rules) << rules.error().message;
    EXPECT_EQ(website_by(rules.value(), "https://facebook.com/joes"), "domain facebook.com");
    Identity identity;
    Normaliser(suffixes(), rules.value()).labelled_profile("facebook", "joes", identity);
    EXPECT_FALSE(identity.names_business());
    Normaliser(suffixes(), rules.value()).profile("@joe@mas.to", identity);
    EXPECT_NE(identity.kind, Kind::social);
}

TEST(LinkRules, PlainRulesAreTheSameRules) {
    Texts texts;
    std::array<std::string, LinkRules::table_names.size()> plain;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        plain[i] = LinkRules::built_in().plain(i);
        EXPECT_EQ(plain[i].find('#'), std::string::npos);
        texts[i] = {"", plain[i]};
    }
    const auto again = LinkRules::read(texts);
    ASSERT_TRUE(again) << again.error().message;
    for (std::size_t i = 0; i < texts.size(); ++i)
        EXPECT_EQ(again.value().plain(i), plain[i]);
}

TEST(LinkRules, ErrorsNameFileLineAndWhatWasExpected) {
    struct Case {
        const char* table;
        const char* text;
        const char* message;
    };
    for (const Case& c : {
             Case{"platforms", "A\n", "platforms.txt:1: expected a platform's id of a-z, 0-9 and \"_\""},
             Case{"platforms", "a\n# x\na\n", "platforms.txt:3: expected each platform once, found \"a\""},
             Case{"platforms", "a octet=._\n",
                  "platforms.txt:1: expected ATTRIBUTE=VALUE with one of the attributes \"name\""},
             Case{"platforms", "a case=upper\n", "platforms.txt:1: expected \"folds\" or \"keeps\", found \"upper\""},
             Case{"platforms", "a octets=._x\n", "expected punctuation other than"},
             Case{"platforms", "a also=,\n", "expected names of 1 to 32 letters and digits"},
             Case{"platforms", "a is=federated\nb is=federated\n",
                  "platforms.txt:2: expected at most one federated platform"},
             Case{"platform_hosts", "a.com\n", "platform_hosts.txt:1: expected HOST PLATFORM"},
             Case{"platform_hosts", "a.com nothing\n", "expected a platform of platforms.txt, found \"nothing\""},
             Case{"platform_hosts", "A.com etsy\n", "expected a host of lower-case A-labels"},
             Case{"platform_hosts", "*.com etsy\n", "expected a host of lower-case A-labels"},
             Case{"platform_hosts", "a.com etsy some\n", "expected \"neutral\", \"tenant\" or \"any\", found \"some\""},
             Case{"platform_hosts", "a.com etsy\na.com etsy\n", "platform_hosts.txt:2: expected each host once"},
             Case{"platform_paths", "etsy shop/{x} profile\n", "expected a pattern, as in"},
             Case{"platform_paths", "etsy shop?{h} profile\n", "expected a pattern, as in"},
             Case{"platform_paths", "etsy shop profile\n", "expected a pattern with a handle or a number in it"},
             Case{"platform_paths", "etsy {h} tenant\n", "expected a host of lower-case A-labels after \"tenant\""},
             Case{"platform_paths", "etsy x none why\n", "expected one of the reasons \"short_link\""},
             Case{"platform_paths", "etsy x company a\n", "expected nothing after \"company\""},
             Case{"platform_paths", "etsy x maybe\n", "expected one of the actions \"profile\", \"tenant\""},
             Case{"redirects", "a.com go parameter u\n", "redirects.txt:1: expected a path that begins with \"/\""},
             Case{"redirects", "a.com / parameter\n", "expected the parameters to read, after the form"},
             Case{"redirects", "a.com / rest u\n", "expected no parameters after this form"},
             Case{"redirects", "a.com / other\n", "expected one of the forms \"parameter\""},
             Case{"nameless_hosts", "a.com\n", "nameless_hosts.txt:1: expected HOST REASON"},
             Case{"nameless_hosts", "a.com because\n", "expected one of the reasons"},
             Case{"free_mail", "a.com maybe\n",
                  "free_mail.txt:1: expected HOST and \"portal\", \"mail_only\" or \"relay\""},
             Case{"subdomains", "a.b neutral\n", "subdomains.txt:1: expected one label"},
             Case{"subdomains", "a\n", "expected LABEL and \"neutral\", \"company\" or \"part\""},
         }) {
        const std::string_view name = c.table;
        Tables tables;
        tables.set(name, c.text);
        // If the table `platforms` is replaced, the tables platform_hosts and platform_paths name unknown platforms. So
        // both are emptied.
        if (name == "platforms")
            tables.set("platform_hosts", "").set("platform_paths", "");
        const auto rules = tables.read();
        ASSERT_FALSE(rules) << c.table << ": " << c.text;
        EXPECT_NE(rules.error().message.find(c.message), std::string::npos) << rules.error().message;
    }
}

}  // namespace
}  // namespace bizrec::identity::test
