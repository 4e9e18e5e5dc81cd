#include <gtest/gtest.h>

#include "lmdb_builder/commands/index_diff.hpp"
#include "lmdb_builder/stages/foreign_input.hpp"

namespace bizrec::builder {
namespace {

using Names = std::vector<std::string>;

TEST(ChangedFields, ByNameAndAsWritten) {
    EXPECT_EQ(changed_fields(R"({"a":1,"b":2})", R"({"b":2,"a":1})"), Names());
    EXPECT_EQ(changed_fields(R"({"a":1,"b":2,"c":3})", R"({"a":1,"b":3,"d":4})"), (Names{"b", "c", "d"}));
    EXPECT_EQ(changed_fields(R"({"a":1})", R"({"a":1.0})"), Names{"a"}) << "it is returned in another way";
    EXPECT_EQ(changed_fields(R"({"a":1,"a":2})", R"({"a":1,"a":1})"), Names{"a"}) << "a name that stands twice";
    EXPECT_EQ(changed_fields(R"({"a":{"x":[1,2]}})", R"({"a":{"x":[1,3]}})"), Names{"a"});
}

TEST(ForeignFormat, ByItsFirstLines) {
    const auto import_of = [](std::string_view text) { return std::string(foreign_format(text).import); };
    EXPECT_EQ(import_of("a,b\n1,2\n"), "csv");
    EXPECT_EQ(import_of("\n \na,b\r\n1,2\r\n"), "csv");
    EXPECT_EQ(import_of("a;b,c;d\n1;2;3\n"), "csv --delimiter ';'");
    EXPECT_EQ(import_of("a|b\n1|\"x|y\"\n"), "csv --delimiter '|'");
    EXPECT_EQ(import_of("a\tb, c\n1\t2\n"), "csv --delimiter tab");
    EXPECT_EQ(import_of("[{\"a\":1}]"), "records");
    EXPECT_EQ(import_of("{\n  \"a\": 1,\n"), "records");
    EXPECT_EQ(import_of("{\"type\": \"FeatureCollection\",\n"), "alltheplaces");
    EXPECT_EQ(import_of("{\"id\":\"x\",\"names\":{},\"sources\":[],\"bbox\":{}}\n"), "overture");
    for (const char* none :
         {"", "\n", "a,b\n", "a,b\n1,2,3\n", "word\nword\n", "{\"a\":1}\n", "{\n", "{\n{\n", "\xFF\n\xFE\n"}) {
        EXPECT_EQ(import_of(none), "") << none;
    }
}

TEST(ShellWord, QuotedWhereItMust) {
    EXPECT_EQ(shell_word("/srv/a-b_c.csv"), "/srv/a-b_c.csv");
    EXPECT_EQ(shell_word("my shops.csv"), "'my shops.csv'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word("$(x)"), "'$(x)'");
    EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace bizrec::builder
