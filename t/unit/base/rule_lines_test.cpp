#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bizrec/base/rule_lines.hpp"

namespace bizrec {
namespace {

/// The rules, each with its words joined by "|", then the error if there is one.
std::vector<std::string> walk(std::string_view text) {
    const RuleText rules{"rules.txt", text};
    std::vector<std::string> lines;
    RuleReader reader(rules);
    while (reader.next()) {
        std::string line;
        for (std::size_t i = 0; i < reader.rule().size(); ++i)
            line.append(i == 0 ? "" : "|").append(reader.rule()[i]);
        lines.push_back(line);
    }
    if (!reader.status())
        lines.push_back(reader.status().error().message);
    return lines;
}

using Lines = std::vector<std::string>;

TEST(RuleLines, WordsStandBetweenBlanksAndCommentsEndALine) {
    EXPECT_EQ(walk("# all\n\n a\tb  c # why\r\nd#e f\n  #\nlast"), (Lines{"a|b|c", "d#e|f", "last"}));
    EXPECT_EQ(walk("\xEF\xBB\xBFone\n"), (Lines{"one"}));
    EXPECT_EQ(walk(""), Lines{});
}

TEST(RuleLines, ErrorsNameFileAndLine) {
    EXPECT_EQ(walk("a\n\nb\x01\n"), (Lines{"a", "rules.txt:3: expected text, found the control character 1"}));
    EXPECT_EQ(walk(std::string_view("a\0b\n", 4)),
              (Lines{"rules.txt:1: expected text, found the control character 0"}));
    EXPECT_EQ(walk("[platforms]\n"),
              (Lines{"rules.txt:1: expected a rule, which never begins with \"[\", found \"[platforms]\""}));
    const Lines many = walk("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17");
    ASSERT_EQ(many.size(), 1U);
    EXPECT_EQ(many[0].find("rules.txt:1: expected at most 16 words"), 0U);
    EXPECT_EQ(walk(std::string((1U << 20) + 1, 'a'))[0],
              "rules.txt: expected at most 1 MiB of rules, found 1048577 bytes");
}

TEST(RuleLines, PlainRulesStayThemselves) {
    const std::string plain = plain_rules({"", "# c\n a  b # x\n\nc\n"});
    EXPECT_EQ(plain, "a b\nc\n");
    EXPECT_EQ(plain_rules({"", plain}), plain);
}

TEST(RuleLines, OneOfListsNames) {
    EXPECT_EQ(one_of(Lines{"a"}), "\"a\"");
    EXPECT_EQ(one_of(Lines{"a", "b", "c"}), "\"a\", \"b\" or \"c\"");
}

TEST(BuiltInRules, AreThere) {
    for (const char* name : {"platforms", "platform_hosts", "platform_paths", "redirects", "nameless_hosts",
                             "free_mail", "subdomains", "stop_words", "word_forms", "extra_suffixes"})
        EXPECT_FALSE(plain_rules({name, built_in_rules(name)}).empty()) << name;
    EXPECT_TRUE(built_in_rules("nothing").empty());
}

}  // namespace
}  // namespace bizrec
