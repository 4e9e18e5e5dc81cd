#include "lmdb_builder/record/quality.hpp"

#include "record_support.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* full_record =
    R"("business_name":"A","website":"a.com","has_valid_website":true,"phone":"1","social_media_links":["x.com/a"],)"
    R"("street_address":"1 Main St","city":"Austin","state":"TX","zip_code":"78701","country":"US","latitude":30.2,)"
    R"("longitude":-97.7,"tags":["Cafe"],"store_description":"x","google_rating":4.5)";

TEST(Quality, EndsOfTheScale) {
    EXPECT_EQ(kept("").quality, 0);
    EXPECT_EQ(kept(full_record).quality, 175);
    EXPECT_EQ(kept(full_record + std::string(R"(,"google_reviews_count":1023)")).quality, 255);
    EXPECT_EQ(kept(full_record + std::string(R"(,"google_reviews_count":4294967290)")).quality, 255);
}

TEST(Quality, PointsOfEachFact) {
    const struct {
        const char* members;
        int points;
    } cases[] = {
        {R"("business_name":"A")", 20},
        {R"("website":"a.com")", 30},
        {R"("root_domain":"a.com")", 30},
        {R"("website":"a.com","root_domain":"a.com")", 30},
        {R"("has_valid_website":true)", 5},
        {R"("phone":"1","business_emails":["a@b.c"])", 20},
        {R"("social_media_links":["x.com/a","x.com/b"])", 15},
        {R"("street_address":"1 Main St")", 15},
        {R"("latitude":1,"longitude":2)", 15},
        {R"("latitude":0,"longitude":0)", 0},
        {R"("city":"Austin")", 10},
        {R"("postal_code":"78701")", 10},
        {R"("country":"US")", 10},
        {R"("business_categories":["Cafe"],"tags":["Cafe"])", 10},
        {R"("business_categories":[])", 0},
        {R"("state":"TX")", 5},
        {R"("business_keywords":["x"])", 5},
        {R"("yelp_rating":0)", 5},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(kept(c.members).quality, c.points) << c.members;
    }
}

TEST(Quality, ReviewsByDoubling) {
    const struct {
        const char* reviews;
        int points;
    } cases[] = {{"0", 0},  {"1", 8},    {"2", 8},     {"3", 16},   {"6", 16},
                 {"7", 24}, {"511", 72}, {"1022", 72}, {"1023", 80}};
    for (const auto& c : cases) {
        EXPECT_EQ(kept("\"google_reviews_count\":" + std::string(c.reviews)).quality, c.points) << c.reviews;
    }
}

TEST(Quality, NeverTheNumberOfStores) {
    EXPECT_EQ(kept(R"("num_stores":1)").quality, kept(R"("num_stores":15000,"ownership_type":"CHAIN")").quality);
}

}  // namespace
}  // namespace bizrec::builder
