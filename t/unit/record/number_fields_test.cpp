#include <cmath>

#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

struct Refusal {
    const char* members;
    const char* field;
    const char* code;
};

void expect_refusals(std::initializer_list<Refusal> cases) {
    for (const auto& c : cases) {
        const auto reason = refused(c.members);
        EXPECT_EQ(reason.field, c.field) << c.members;
        EXPECT_EQ(reason.code, c.code) << c.members;
        EXPECT_EQ(reason.detail.find("expected "), 0U) << reason.detail;
    }
}

TEST(RecordNumberFields, PositionUnderEachName) {
    for (const char* latitude : {"latitude", "lat"}) {
        for (const char* longitude : {"longitude", "long", "lon", "lng"}) {
            const auto record = kept("\"" + std::string(latitude) + "\":30.2671530,\"" + longitude + "\":-97.7430608");
            EXPECT_EQ(record.position.latitude, 302671530) << latitude << longitude;
            EXPECT_EQ(record.position.longitude, -977430608) << latitude << longitude;
        }
    }
    EXPECT_EQ(kept(R"("latitude":1,"lat":2,"longitude":3,"long":4,"lon":5,"lng":6)").position.latitude, 10000000);
    EXPECT_EQ(kept(R"("latitude":1,"longitude":null,"long":"","lon":5,"lng":6)").position.longitude, 50000000);
    EXPECT_EQ(kept(R"("latitude":-90,"longitude":180)").position.latitude, -900000000);
}

TEST(RecordNumberFields, NoPositionIsNoFault) {
    for (const char* members :
         {R"("latitude":0,"longitude":0)", R"("latitude":0.0,"longitude":-0.0)", R"("latitude":12.5)",
          R"("longitude":12.5)", R"("latitude":null,"longitude":12.5)", R"("latitude":"","longitude":"")", ""}) {
        EXPECT_FALSE(kept(members).position.exists()) << members;
    }
    EXPECT_TRUE(kept(R"("latitude":0,"longitude":12.5)").position.exists());
    EXPECT_TRUE(kept(R"("latitude":12.5,"longitude":0)").position.exists());
}

TEST(RecordNumberFields, PositionRefusals) {
    expect_refusals({
        {R"("latitude":90.0001,"longitude":1)", "latitude", "out_of_range"},
        {R"("latitude":-91)", "latitude", "out_of_range"},
        {R"("lat":"30.2","long":1)", "lat", "wrong_type"},
        {R"("latitude":1,"lng":180.5)", "lng", "out_of_range"},
        {R"("latitude":1,"lon":[1])", "lon", "wrong_type"},
        {R"("latitude":true)", "latitude", "wrong_type"},
        {R"("latitude":1e999,"longitude":1)", "latitude", "out_of_range"},
        {R"("latitude":1,"longitude":-123456789012345678901234567890)", "longitude", "out_of_range"},
    });
}

TEST(RecordNumberFields, FoundingYear) {
    EXPECT_EQ(kept(R"("founded_year":1000)").founded_year, 1000);
    EXPECT_EQ(kept(R"("founded_year":1987.0)").founded_year, 1987);
    EXPECT_EQ(kept(R"("founded_year":2100)").founded_year, 2100);
    for (const char* members : {R"("founded_year":null)", R"("founded_year":"")", ""}) {
        EXPECT_EQ(kept(members).founded_year, 0) << members;
    }
    expect_refusals({
        {R"("founded_year":999)", "founded_year", "out_of_range"},
        {R"("founded_year":2101)", "founded_year", "out_of_range"},
        {R"("founded_year":0)", "founded_year", "out_of_range"},
        {R"("founded_year":-1987)", "founded_year", "out_of_range"},
        {R"("founded_year":1987.5)", "founded_year", "wrong_type"},
        {R"("founded_year":"1987")", "founded_year", "wrong_type"},
        {R"("founded_year":[1987])", "founded_year", "wrong_type"},
    });
}

TEST(RecordNumberFields, CountsAndTiers) {
    EXPECT_EQ(kept(R"("num_stores":0)").num_stores, 0U);
    EXPECT_EQ(kept(R"("num_stores":15000)").num_stores, 15000U);
    EXPECT_EQ(kept(R"("num_stores":10.0)").num_stores, 10U);
    EXPECT_EQ(kept(R"("num_stores":1e1)").num_stores, 10U);
    EXPECT_EQ(kept(R"("num_stores":4294967294)").num_stores, 4294967294U);
    EXPECT_EQ(kept(R"("num_stores":null)").num_stores, format::missing_count);
    EXPECT_EQ(kept(R"("price_tier":1)").price_tier, 1);
    EXPECT_EQ(kept(R"("price_tier":4)").price_tier, 4);
    EXPECT_EQ(kept("").price_tier, format::missing_tier);
    expect_refusals({
        {R"("num_stores":-1)", "num_stores", "out_of_range"},
        {R"("num_stores":-0.5)", "num_stores", "wrong_type"},
        {R"("num_stores":1.5)", "num_stores", "wrong_type"},
        {R"("num_stores":"10")", "num_stores", "wrong_type"},
        {R"("num_stores":true)", "num_stores", "wrong_type"},
        {R"("num_stores":4294967295)", "num_stores", "out_of_range"},
        {R"("num_stores":99999999999999999999999)", "num_stores", "out_of_range"},
        {R"("price_tier":0)", "price_tier", "out_of_range"},
        {R"("price_tier":5)", "price_tier", "out_of_range"},
        {R"("price_tier":"$$")", "price_tier", "wrong_type"},
        {R"("price_tier":2.5)", "price_tier", "wrong_type"},
    });
}

TEST(RecordNumberFields, ReviewsAreSummed) {
    EXPECT_EQ(kept("").reviews, format::missing_count);
    EXPECT_EQ(kept(R"("google_reviews_count":7)").reviews, 7U);
    EXPECT_EQ(kept(R"("yelp_reviews_count":0)").reviews, 0U);
    EXPECT_EQ(kept(R"("google_reviews_count":7,"yelp_reviews_count":5)").reviews, 12U);
    EXPECT_EQ(kept(R"("google_reviews_count":null,"yelp_reviews_count":5)").reviews, 5U);
    EXPECT_EQ(kept(R"("google_reviews_count":4294967290,"yelp_reviews_count":4294967290)").reviews,
              format::missing_count - 1);
    EXPECT_EQ(kept(R"("google_reviews_count":18446744073709551615,"yelp_reviews_count":18446744073709551615)").reviews,
              format::missing_count - 1);
    expect_refusals({
        {R"("google_reviews_count":-1)", "google_reviews_count", "out_of_range"},
        {R"("google_reviews_count":1,"yelp_reviews_count":"5")", "yelp_reviews_count", "wrong_type"},
        {R"("yelp_reviews_count":0.5)", "yelp_reviews_count", "wrong_type"},
    });
}

TEST(RecordNumberFields, TheFirstRatingCounts) {
    EXPECT_EQ(kept("").rating, format::missing_rating);
    EXPECT_EQ(kept(R"("google_rating":4.3)").rating, 4.3F);
    EXPECT_EQ(kept(R"("yelp_rating":3)").rating, 3.0F);
    EXPECT_EQ(kept(R"("yelp_rating":3,"google_rating":0)").rating, 0.0F);
    EXPECT_EQ(kept(R"("google_rating":"","yelp_rating":5)").rating, 5.0F);
    expect_refusals({
        {R"("google_rating":5.01)", "google_rating", "out_of_range"},
        {R"("google_rating":4,"yelp_rating":-1)", "yelp_rating", "out_of_range"},
        {R"("google_rating":"4.5")", "google_rating", "wrong_type"},
    });
}

TEST(RecordNumberFields, Dates) {
    EXPECT_EQ(kept("").opened, format::missing_time);
    EXPECT_EQ(kept(R"("open_date":"1970-01-02")").opened, 86400);
    EXPECT_EQ(kept(R"("open_date":"2024-05-31T18:30:00+02:00")").opened, 1717173000);
    EXPECT_EQ(kept(R"("info_refreshed_at":"1970-01-01T00:00:01Z")").refreshed, 1);
    EXPECT_EQ(kept(R"("updated_at":"1970-01-01T00:00:02Z")").refreshed, 2);
    EXPECT_EQ(kept(R"("updated_at":"1970-01-01T00:00:02Z","info_refreshed_at":"1970-01-01T00:00:01Z")").refreshed, 1);
    EXPECT_EQ(kept(R"("updated_at":"1970-01-01T00:00:02Z","info_refreshed_at":"")").refreshed, 2);
    expect_refusals({
        {R"("open_date":"2023-02-29")", "open_date", "malformed"},
        {R"("open_date":1717173000)", "open_date", "wrong_type"},
        {R"("info_refreshed_at":"yesterday")", "info_refreshed_at", "malformed"},
        {R"("updated_at":{})", "updated_at", "wrong_type"},
    });
}

}  // namespace
}  // namespace bizrec::builder
