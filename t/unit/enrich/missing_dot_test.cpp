#include "bizrec/enrich/missing_dot.hpp"

#include <gtest/gtest.h>

#include "t/unit/support/built_index.hpp"

namespace bizrec::search::testing {
namespace {

TEST(MissingDot, WwwWithoutItsDotIsReadByWhatTheIndexKnows) {
    const BuiltIndex index({
        R"({"store_id":"00000000-0000-4000-8000-000000000001","business_name":"Joe's","website_url":"joes.com"})",
        R"({"store_id":"00000000-0000-4000-8000-000000000002","business_name":"Hats","website_url":"hatsnew.com"})",
        R"({"store_id":"00000000-0000-4000-8000-000000000003","business_name":"Best","website_url":"best.com"})",
        R"({"store_id":"00000000-0000-4000-8000-000000000004","business_name":"WB","website_url":"wwwbest.com"})",
    });
    ASSERT_TRUE(index.generation());
    const auto read = [&](const char* website) {
        identity::Identity link;
        index.generation()->normaliser().website(website, link);
        restore_missing_dot(*index.generation(), link);
        return link.key + ' ' + link.host + link.path;
    };
    EXPECT_EQ(read("wwwjoes.com/menu"), "joes.com joes.com/menu");
    EXPECT_EQ(read("https://shop.wwwjoes.com"), "joes.com shop.joes.com");
    EXPECT_EQ(read("wwwhatsnew.com"), "wwwhatsnew.com wwwhatsnew.com") << "What's new";
    EXPECT_EQ(read("wwwbest.com"), "wwwbest.com wwwbest.com") << "a domain of the index";
    EXPECT_EQ(read("wwwunknown.com"), "wwwunknown.com wwwunknown.com");
    EXPECT_EQ(read("www.com"), "www.com www.com");
}

}  // namespace
}  // namespace bizrec::search::testing
