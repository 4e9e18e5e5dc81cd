#include <gtest/gtest.h>

#include "bizrec/place/folded_names.hpp"

namespace bizrec::place {
namespace {

std::string code(std::string_view text, std::string_view country) {
    std::string out = "rubbish";
    fold_postal_code(text, country, out);
    return out;
}

TEST(FoldPostalCode, UnitedStates) {
    const std::pair<const char*, const char*> cases[] = {
        {"36689", "36689"},
        {"36689-0426", "36689"},
        {"366890426", "36689"},
        {"36689 0426", "36689"},
        {"36689–0426", "36689"},
        {"36689-", "36689"},
        {"-97202", "97202"},
        {"77068.", "77068"},
        {"48895-97ND", "48895"},
        {"5828", "05828"},
        {"5828-1234", "05828"},
        {"58281234", "05828"},
        {"501", "00501"},
        {"501-1234", "00501"},
        {"5011234", "00501"},
        {"05828", "05828"},
        {"5828.0", "05828"},
        {"36689.0", "36689"},
        {" 36689 ", "36689"},
        {"３６６８９", "36689"},
        {"1000", "01000"},
        {"550424", "550424"},
        {"MA", "ma"},
        {"726o1", "726o1"},
        {"12", "12"},
        {"", ""},
        {"-", ""},
        {"1234567890", "1234567890"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(code(text, "US"), expected) << text;
    }
    EXPECT_EQ(code("926", "PR"), "00926") << "the territories have ZIP codes too";
    EXPECT_EQ(code("96910-1234", "GU"), "96910");
}

TEST(FoldPostalCode, OtherCountries) {
    EXPECT_EQ(code("SW1A 1AA", "GB"), "sw1a1aa");
    EXPECT_EQ(code("sw1a1aa", "GB"), "sw1a1aa");
    EXPECT_EQ(code("K0K 3L0", "CA"), code("k0k-3l0", "CA"));
    EXPECT_EQ(code("150-0001", "JP"), "1500001");
    EXPECT_EQ(code("〒１５０‐０００１", "JP"), "1500001");
    EXPECT_EQ(code("150ー0001", "JP"), "1500001");
    EXPECT_EQ(code("3300-364", "PT"), "3300364");
    EXPECT_EQ(code("00-950", "PL"), "00950");
    EXPECT_EQ(code("810", "AU"), "810") << "only ZIP codes get their zeros back";
    EXPECT_EQ(code("123456789", "FR"), "123456789") << "only ZIP codes are cut";
}

}  // namespace
}  // namespace bizrec::place
