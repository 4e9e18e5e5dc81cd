#include "lmdb_builder/suppression/value_in_text.hpp"

#include <gtest/gtest.h>

namespace bizrec::builder {
namespace {

const Identifier jane{Identifier::Kind::email, "Jane@Example.com"};
const Identifier number{Identifier::Kind::phone, "+1 (212) 555-0100"};

bool finds(const Identifier& identifier, const std::string& text) {
    ValueInText value(identifier);
    value.add(text);
    return value.is_found();
}

TEST(ValueInText, AnAddress) {
    for (const char* text : {"jane@example.com", "JANE@EXAMPLE.COM", "<jane@example.com>", "at jane@example.com.",
                             R"({"email":"jane@example.com"})", "mary.jane@example.com jane@example.com"}) {
        EXPECT_TRUE(finds(jane, text)) << text;
    }
    for (const char* text : {"", "jane@example.co", "mary.jane@example.com", "jane@example.community",
                             "jane@example.com.au", "jane@example.com-x"}) {
        EXPECT_FALSE(finds(jane, text)) << text;
    }
}

TEST(ValueInText, ANumber) {
    for (const char* text : {"2125550100", "+1 212 555 0100", "tel:+12125550100;", "(212) 555-0100 x 12",
                             "2026-11-28 212.555.0100", R"({"phone":2125550100,"n":1})", "a12125550100\n"}) {
        EXPECT_TRUE(finds(number, text)) << text;
    }
    for (const char* text : {"", "5550100", "21255501001", "212555\n0100", "212555,0100", "2125550101"}) {
        EXPECT_FALSE(finds(number, text)) << text;
    }
}

/// Every split of a text gives the answer of the whole text.
TEST(ValueInText, BlocksMayEndAnywhere) {
    for (const Identifier& identifier : {jane, number}) {
        for (const char* text : {"a jane@example.com b", "mary.jane@example.com", "jane@example.com.au",
                                 "x 212-555-0100", "x 212-555-01001", "jane@example.com"}) {
            const std::string whole = text;
            for (std::size_t a = 0; a <= whole.size(); ++a) {
                for (std::size_t b = a; b <= whole.size(); ++b) {
                    ValueInText value(identifier);
                    value.add(whole.substr(0, a));
                    value.add(whole.substr(a, b - a));
                    value.add(whole.substr(b));
                    EXPECT_EQ(value.is_found(), finds(identifier, whole)) << whole << ", " << a << ", " << b;
                }
            }
        }
    }
}

}  // namespace
}  // namespace bizrec::builder
