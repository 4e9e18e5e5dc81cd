#include "bizrec/enrich/told_page.hpp"

#include <gtest/gtest.h>

#include "t/unit/support/built_index.hpp"

namespace bizrec::search::testing {
namespace {

std::string site_record(unsigned number, const std::string& name, const std::string& website) {
    return R"({"store_id":"00000000-0000-4000-8000-0000000000)" + std::to_string(10 + number) +
           R"(","business_name":")" + name + R"(","website_url":")" + website + "\"}";
}

/// The key by which a website's page is found, without its kind ("p:").
std::string told_page(const BuiltIndex& index, const std::string& website) {
    identity::Identity identity;
    index.generation()->normaliser().website(website, identity);
    std::string key;
    told_page_key(*index.generation(), identity, key);
    return key.substr(2);
}

TEST(ToldPage, UnknownParametersHideNoPageFromListsOfDomainsAndInspect) {
    constexpr const char* names[] = {"Golden Dragon", "Anna's Bakery", "Old Oak",     "Blue Whale", "Quiet Wolf",
                                     "Lucky Tulip",   "Rusty Anchor",  "Grand Zebra", "Red Barn",   "Tall Pine"};
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 10; ++i) {
        lines.push_back(site_record(
            i, names[i], "https://numdir.com/" + std::string(i < 5 ? "shop.php?id=" : "r/") + std::to_string(i)));
    }
    lines.push_back(site_record(20, "Kobe House", "https://tabelog.com/tokyo/A1307/A130703/13014058/?lid=5"));
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    EXPECT_EQ(told_page(index, "numdir.com/r/7"), "numdir.com/r/7");
    EXPECT_EQ(told_page(index, "numdir.com/r/7?sid=123"), "numdir.com/r/7");
    EXPECT_EQ(told_page(index, "numdir.com/shop.php?id=3"), "numdir.com/shop.php?id=3");
    EXPECT_EQ(told_page(index, "numdir.com/shop.php?id=99"), "numdir.com/shop.php?id=99")
        << "the number tells the page";
    const std::string only = "tabelog.com/tokyo/a1307/a130703/13014058?lid=5";
    EXPECT_EQ(told_page(index, only), only) << "the only record of its domain";
}

}  // namespace
}  // namespace bizrec::search::testing
