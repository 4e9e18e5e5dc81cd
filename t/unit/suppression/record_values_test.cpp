#include "lmdb_builder/suppression/record_values.hpp"

#include <gtest/gtest.h>

namespace bizrec::builder {
namespace {

using Pointers = std::vector<std::string>;

Pointers phone_in(const std::string& value) {
    return places_of({Identifier::Kind::phone, "+1 212-555-0100"}, R"({"phone":)" + value + "}");
}

TEST(RecordValues, ANumberIsFoundInAnySpelling) {
    for (const char* value :
         {"2125550100", R"("2125550100")", R"("(212) 555-0100")", R"("tel:+1-212-555-0100")", R"("212/555-0100")"}) {
        EXPECT_EQ(phone_in(value), Pointers{"/phone"}) << value;
    }
    for (const char* value : {"212555010", R"("2125550101")", R"("call 212 555 0100")", R"("2125550100 99")"}) {
        EXPECT_EQ(phone_in(value), Pointers{}) << value;
    }
}

/// Bug: such numbers were on no list.
TEST(RecordValues, ANumberIsFoundBeforeAnExtensionAndInAList) {
    for (const char* value : {R"("212 555 0100 x12")", R"("212-555-0100 ext. 1234")", R"("(212) 555-0100 Extension 5")",
                              R"("2125550100 # 12")", R"("212-555-0100, 646-555-0111")", R"("646-555-0111;2125550100")",
                              R"("646 555 0111 x 1 | +1 212 555 0100 x 2")"}) {
        EXPECT_EQ(phone_in(value), Pointers{"/phone"}) << value;
    }
    for (const char* value : {R"("646 555 0111 x 212")", R"("646-555-0111, 646-555-0112")"}) {
        EXPECT_EQ(phone_in(value), Pointers{}) << value;
    }
}

/// Bug: nothing found an address that is the name of a member.
TEST(RecordValues, NamesOfMembersCountAsValues) {
    const Identifier jane{Identifier::Kind::email, "jane@example.com"};
    EXPECT_EQ(places_of(jane, R"({"contacts":{"Jane@example.com":{"role":"owner"},"a/b":["<jane@example.com>"]}})"),
              (Pointers{"/contacts/Jane@example.com", "/contacts/a~1b/0"}));
}

}  // namespace
}  // namespace bizrec::builder
