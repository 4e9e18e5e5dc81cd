#include "lmdb_builder/record/quality.hpp"

#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* full_record =
    R"("business_name":"A","website":"a.com","has_valid_website":true,"phone":"1","social_media_links":["x.com/a"],)"
    R"("street_address":"1 Main St","city":"Austin","state":"TX","zip_code":"78701","country":"US","latitude":30.2,)"
    R"("longitude":-97.7,"tags":["Cafe"],"store_description":"x","google_rating":4.5)";

TEST(Quality, EndsOfTheScale) {
    EXPECT_EQ(kept("").quality, 0);
    EXPECT_EQ(kept(full_record).quality, 175);
    EXPECT_EQ(kept(full_record + std::string(R"(,"google_reviews_count":1023)")).quality, max_ordinary_quality);
    EXPECT_EQ(kept(full_record + std::string(R"(,"google_reviews_count":4294967290)")).quality, max_ordinary_quality);
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

TEST(Quality, AWholeBrandIsAboveEverythingThatNamesAPlace) {
    const std::string brand = R"("brand_id":"c0000000-0000-4000-8000-000000000001")";
    const std::string whole = brand + R"(,"business_name":"Starbucks","root_domain":"starbucks.com")";
    EXPECT_EQ(kept(whole).quality, whole_brand_quality);
    EXPECT_EQ(kept(whole + R"(,"num_stores":3,"google_reviews_count":100000,"zip_code":" ")").quality,
              whole_brand_quality);
    EXPECT_EQ(kept(brand + R"(,"store_name":"Joe's","social_media_links":["x.com/a"])").quality, whole_brand_quality);
    EXPECT_EQ(kept(whole + R"(,"latitude":0,"longitude":0)").quality, whole_brand_quality) << "(0, 0) is no place";
    for (const char* place :
         {R"("street_address":"1 Main St")", R"("city":"Austin")", R"("state":"TX")", R"("zip_code":"78701")",
          R"("country":"CN")", R"("latitude":1,"longitude":2)", R"("place_id":"ChIJN1t_tDeuEmsRUsoyG83frY4")"}) {
        EXPECT_LE(kept(whole + ',' + place).quality, max_ordinary_quality) << place;
    }
    EXPECT_EQ(kept(brand).quality, 0) << "a record that says nothing";
    EXPECT_EQ(kept(brand + R"(,"business_name":"Starbucks")").quality, 20) << "no website, no profile";
    EXPECT_EQ(kept(brand + R"(,"root_domain":"starbucks.com")").quality, 30) << "no name";
    EXPECT_EQ(kept(R"("business_name":"Starbucks","root_domain":"starbucks.com")").quality, 50) << "no brand_id";
}

TEST(Quality, AWholeBrandThatIsNamedAsItsDomainIsTheGreatest) {
    const auto on_domain = [](const std::string& name, std::string_view domain) {
        return quality_on_domain(kept(R"("brand_id":"c0000000-0000-4000-8000-000000000001","root_domain":"x.com",)"
                                      R"("business_name":")" +
                                      name + '"'),
                                 domain);
    };
    const struct {
        const char *name, *domain;
        bool is_named_so;
    } cases[] = {
        {"Starbucks", "starbucks.com", true},
        {"STARBUCKS®", "starbucks.com", true},
        {"McDonald's", "mcdonalds.com", true},
        {"7-Eleven", "7-eleven.com", true},
        {"7-Eleven", "7eleven.co.jp", true},
        {"Hôtel de Ville", "hoteldeville.example.net", true},
        {"Toyota", "global.toyota", true},
        {"BNP Paribas", "group.bnpparibas", true},
        {"Müller", "xn--mller-kva.de", true},
        {"スターバックス", "xn--zckzah.jp", false},
        {"星巴克", "starbucks.com", false},
        {"星巴克 Starbucks", "starbucks.com", false},
        {"Starbucks Reserve", "starbucks.com", false},
        {"Starbuck", "starbucks.com", false},
        {"Example", "shop.example.com", false},
        {"!", "-.com", false},
        {"Starbucks", "", false},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(on_domain(c.name, c.domain), c.is_named_so ? domain_name_quality : whole_brand_quality)
            << c.name << ' ' << c.domain;
    }
    const Record regional = kept(R"("brand_id":"c0000000-0000-4000-8000-000000000001","business_name":"Starbucks",)"
                                 R"("root_domain":"starbucks.com","country":"US")");
    EXPECT_EQ(quality_on_domain(regional, "starbucks.com"), regional.quality);
}

TEST(Quality, NeverTheNumberOfStores) {
    EXPECT_EQ(kept(R"("num_stores":1)").quality, kept(R"("num_stores":15000,"ownership_type":"CHAIN")").quality);
}

}  // namespace
}  // namespace bizrec::builder
