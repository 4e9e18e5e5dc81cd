#include "bizrec/where/location.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/postings/work.hpp"

#include "t/unit/support/small_index.hpp"

namespace bizrec::search {
namespace {

using place::Ranges;
using testing::SmallIndex;

place::Position at(double latitude, double longitude) {
    return *place::make_position(latitude, longitude);
}

/// 100 documents: US 0..59 (California 0..39 with Springfield 10..19, Oregon 40..59 with Springfield 50..54), Japan
/// 60..89, Spain 90..99.
class Location : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        SmallIndex index;
        index.add_documents(100, 1);
        index.add_country("US", {0, 60});
        index.add_country("JP", {60, 90});
        index.add_country("ES", {90, 100});
        index.add_country_name("us", "US");
        index.add_country_name("unitedstatesofamerica", "US");
        index.add_country_name("jp", "JP");
        index.add_state("US", "california", {{0, 40}});
        index.add_state("US", "ca", {{0, 40}});
        index.add_state("US", "usca", {{0, 40}});
        index.add_state("US", "oregon", {{40, 60}});
        index.add_state("JP", "大阪", {{60, 80}});
        index.add_state("ES", "murcia", {{90, 95}});
        index.add_city("US", "springfield", {{10, 20}, {50, 55}});
        index.add_city("US", "stlouis", {{20, 25}});
        index.add_postal_code("US", "90001", {{10, 12}});
        index.add_postal_code("US", "90002", {{12, 13}, {30, 31}});
        index.add_postal_code("US", "05828", {{52, 54}});
        generation_ = index.open();
        ASSERT_TRUE(generation_);
    }
    static void TearDownTestSuite() { generation_.reset(); }

    static ResolvedLocation resolve(const LocationFilter& filter) {
        ResolvedLocation out;
        out.ranges = {{1, 2}};  // left over from an earlier request
        resolve_location(*generation_, filter, out);
        return out;
    }

    static LocationFilter filter(std::string country, std::string state = "", std::string city = "",
                                 std::vector<std::string> postal_codes = {}) {
        LocationFilter out;
        out.country = std::move(country);
        out.state = std::move(state);
        out.city = std::move(city);
        out.postal_codes = std::move(postal_codes);
        return out;
    }

    static inline std::shared_ptr<const store::Generation> generation_;
};

TEST_F(Location, PartsOfOneObjectMustAllHold) {
    struct Case {
        LocationFilter filter;
        Ranges ranges;
        PlaceFit fit;
    };
    const Case cases[] = {
        {filter("US"), {{0, 60}}, PlaceFit::country},
        {filter("FR"), {}, PlaceFit::country},
        {filter("US", "CA"), {{0, 40}}, PlaceFit::state},
        {filter("US", "US-CA"), {{0, 40}}, PlaceFit::state},
        {filter("US", "california"), {{0, 40}}, PlaceFit::state},
        {filter("US", "Atlantis"), {}, PlaceFit::state},
        {filter("JP", "California"), {}, PlaceFit::state},
        {filter("JP", "大阪府"), {{60, 80}}, PlaceFit::state},
        {filter("ES", "Región de Murcia"), {{90, 95}}, PlaceFit::state},
        {filter("US", "--"), {}, PlaceFit::state},
        {filter("US", "", "Springfield"), {{10, 20}, {50, 55}}, PlaceFit::city},
        {filter("US", "Oregon", "SPRINGFIELD"), {{50, 55}}, PlaceFit::city},
        {filter("US", "Oregon", "Saint Louis"), {}, PlaceFit::city},
        {filter("US", "", "St. Louis"), {{20, 25}}, PlaceFit::city},
        {filter("US", "", "!"), {}, PlaceFit::city},
        {filter("US", "", "", {"90001"}), {{10, 12}}, PlaceFit::postal_code},
        {filter("US", "", "", {"90001-1234", "90002", "nowhere", "-"}), {{10, 13}, {30, 31}}, PlaceFit::postal_code},
        {filter("US", "", "", {"5828"}), {{52, 54}}, PlaceFit::postal_code},
        {filter("US", "", "Springfield", {"90002"}), {{12, 13}}, PlaceFit::postal_code},
        {filter("US", "OR", "", {"90002"}), {}, PlaceFit::postal_code},
        {filter("US", "CA", "Springfield", {"90002", "05828"}), {{12, 13}}, PlaceFit::postal_code},
    };
    for (const Case& c : cases) {
        const ResolvedLocation found = resolve(c.filter);
        const std::string name = c.filter.country + "/" + c.filter.state + "/" + c.filter.city;
        EXPECT_EQ(found.ranges, c.ranges) << name;
        EXPECT_EQ(found.fit, c.fit) << name;
        EXPECT_FALSE(found.has_circle) << name;
    }
}

TEST_F(Location, CountriesByCodeAndName) {
    EXPECT_EQ(resolve_country(*generation_, "us"), "US");
    EXPECT_EQ(resolve_country(*generation_, "United States of America"), "US");
    EXPECT_EQ(resolve_country(*generation_, "JP"), "JP");
    EXPECT_EQ(resolve_country(*generation_, "Atlantis"), std::nullopt);
    EXPECT_EQ(resolve_country(*generation_, ""), std::nullopt);
    EXPECT_EQ(resolve_country(*generation_, "?!"), std::nullopt);
}

/// 40,000 documents on a grid with 100 documents from west to east in each row, so boxes and groups of boxes are strips
/// of latitude.
class Circle : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        SmallIndex index;
        for (int i = 0; i < 40000; ++i) {
            const bool nowhere = i % 97 == 0;
            index.documents.push_back(
                {nowhere ? place::Position{} : at(-80 + 0.4 * (i / 100), -99 + 2.0 * (i % 100)), 1});
        }
        index.add_country("US", {0, 30000});
        index.add_country("CA", {30000, 40000});
        index.add_state("US", "a", {{100, 5000}, {7000, 7001}});
        generation_ = index.open();
        ASSERT_TRUE(generation_);
    }
    static void TearDownTestSuite() { generation_.reset(); }

    static inline std::shared_ptr<const store::Generation> generation_;
};

TEST_F(Circle, RangesHoldEveryDocumentInsideAndFewOthers) {
    for (const double radius : {1.0, 5000.0, 50000.0, 500000.0}) {
        for (const auto& centre : {at(-80, -99), at(0, 0), at(12.3, 45.6), at(41.2, 99), at(79.6, 99)}) {
            LocationFilter filter;
            filter.has_circle = true;
            filter.centre = centre;
            filter.radius_metres = radius;
            ResolvedLocation found;
            resolve_location(*generation_, filter, found);
            EXPECT_EQ(found.fit, PlaceFit::circle);
            EXPECT_TRUE(found.has_circle);
            EXPECT_EQ(found.radius_metres, radius);
            std::size_t held = 0;
            for (const place::Range& range : found.ranges) {
                EXPECT_LE(range.end, 30000U);
                held += range.end - range.begin;
            }
            for (std::uint32_t docid = 0; docid < 30000; ++docid) {
                const place::Position position = generation_->position[docid];
                if (!position.exists() || place::distance_metres(centre, position) > radius) {
                    continue;
                }
                const bool inside = std::any_of(found.ranges.begin(), found.ranges.end(), [docid](place::Range range) {
                    return range.begin <= docid && docid < range.end;
                });
                EXPECT_TRUE(inside) << "docid " << docid << " radius " << radius;
            }
            EXPECT_LE(held, radius < 100000 ? 1024U : 8192U) << "boxes must rule most documents out";
        }
    }
}

TEST_F(Circle, OtherPartsNarrowIt) {
    LocationFilter filter;
    filter.state = "A";
    filter.has_circle = true;
    filter.centre = at(-79.6, 0);
    filter.radius_metres = 50000;
    ResolvedLocation found;
    resolve_location(*generation_, filter, found);
    ASSERT_EQ(found.ranges.size(), 1U);
    EXPECT_EQ(found.ranges[0].begin, 100U) << "the state begins inside the box";
    filter.country = "CA";
    resolve_location(*generation_, filter, found);
    EXPECT_TRUE(found.ranges.empty());
}

TEST(HostilePlaces, RangesStayInsideTheDocuments) {
    SmallIndex index;
    index.add_documents(10, 1);
    index.add_place_raw("c\x1fUS", {0, 10});
    index.add_place_raw(
        "s\x1fUS\x1f"
        "a",
        {5, 4000000000U, 8, 2, 3});
    index.add_place_raw(
        "s\x1fUS\x1f"
        "b",
        {11, 12});
    index.add_place_raw(
        "n\x1f"
        "x",
        {5});
    index.add_place_raw(
        "n\x1f"
        "y",
        {16 << 8 | 16, 2});
    const auto generation = index.open();
    ASSERT_TRUE(generation);
    LocationFilter filter;
    ResolvedLocation found;
    filter.state = "a";
    resolve_location(*generation, filter, found);
    EXPECT_EQ(found.ranges, (Ranges{{5, 10}}));
    filter.state = "b";
    resolve_location(*generation, filter, found);
    EXPECT_TRUE(found.ranges.empty());
    EXPECT_EQ(resolve_country(*generation, "x"), std::nullopt);
    EXPECT_EQ(resolve_country(*generation, "y"), std::nullopt);
}

TEST_F(Location, ACityWithItsStateBehindAComma) {
    const auto of = [](const char* city) { return resolve(filter("US", "", city)).ranges; };
    EXPECT_EQ(of("Springfield, OR"), Ranges());  // this index has Oregon only by its name
    EXPECT_EQ(of("Springfield, Oregon"), (Ranges{{50, 55}}));
    EXPECT_EQ(of("springfield,ca"), (Ranges{{10, 20}}));
    EXPECT_EQ(of("Springfield, CA, US"), (Ranges{{10, 20}}));
    EXPECT_EQ(of("Springfield, California, United States of America"), (Ranges{{10, 20}}));
    EXPECT_EQ(of("Springfield, US"), (Ranges{{10, 20}, {50, 55}}));
    EXPECT_EQ(of("St. Louis, CA"), (Ranges{{20, 25}}));
    EXPECT_EQ(of("Springfield, JP"), Ranges());
    EXPECT_EQ(of("Springfield, CA, Oregon"), Ranges());
    EXPECT_EQ(of("Nowhere, CA"), Ranges());
    EXPECT_EQ(of(", CA"), Ranges());
    EXPECT_EQ(of("Springfield,,"), (Ranges{{10, 20}, {50, 55}}));
    EXPECT_EQ(resolve(filter("US", "Oregon", "Springfield, CA")).ranges, Ranges());
    EXPECT_EQ(resolve(filter("US", "", "Springfield, CA")).fit, PlaceFit::city);
}

// One record with the city "Orlando, FL" must not hide the records of Orlando.
TEST(CityAndState, ARecordWithBothInOneFieldHidesNoCity) {
    SmallIndex index;
    index.add_documents(10, 1);
    index.add_place_raw("c\x1fUS", {0, 10});
    index.add_place_raw(
        "s\x1fUS\x1f"
        "fl",
        {2, 9});
    index.add_place_raw("t\x1fUS\x1forlando", {2, 5});
    index.add_place_raw("t\x1fUS\x1forlandofl", {7, 8});
    const auto generation = index.open();
    ASSERT_TRUE(generation);
    LocationFilter filter;
    filter.country = "US";
    filter.city = "Orlando, FL";
    ResolvedLocation found;
    resolve_location(*generation, filter, found);
    EXPECT_EQ(found.ranges, (Ranges{{2, 5}, {7, 8}}));
}

TEST_F(Location, EachPartBehindACommaTakesSteps) {
    const auto steps_of = [](const char* part, std::uint64_t steps) {
        std::string city = "Springfield";
        for (int i = 0; i < 100; ++i) {
            city += part;
        }
        Budget budget(steps);
        ResolvedLocation found;
        resolve_location(*generation_, filter("US", "", city), CircleRanges::of_boxes, budget, found);
        return budget.used() - budget.used(WorkKind::fold);
    };
    const std::uint64_t whole = steps_of("", Budget::unlimited);
    EXPECT_GE(steps_of(",US", Budget::unlimited), whole + 100 * key_work);
    EXPECT_GE(steps_of(",CA", Budget::unlimited), whole + 200 * key_work);
    EXPECT_LT(steps_of(",CA", whole + 200), whole + 200 + 10 * key_work) << "it stops where no steps are left";
    EXPECT_LT(steps_of(",a", Budget::unlimited), whole + 10 * key_work) << "it stops where no place is left";
}

}  // namespace
}  // namespace bizrec::search
