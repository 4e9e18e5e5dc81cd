#include "lmdb_builder/domains/domain_places.hpp"

#include <gtest/gtest.h>

#include <string>

namespace bizrec::builder {
namespace {

PlaceMarks at(const std::string& country, const std::string& state, const std::string& city) {
    return place_marks({country, state, city, ""});
}

/// Whether the names share a place that chance does not explain. `names`: the records of each name. `others`: the other
/// records of the country.
bool is_local(const std::vector<std::vector<PlaceMarks>>& names, const std::vector<PlaceMarks>& others) {
    NamePlaces places;
    for (const auto& records : names) {
        for (const PlaceMarks& record : records) {
            places.add(record);
        }
        places.end_name();
    }
    WatchedPlaces watched;
    const std::vector<CommonPlace> common = places.common(names.size());
    watched.watch(common);
    for (const auto& records : names) {
        for (const PlaceMarks& record : records) {
            watched.count(record);
        }
    }
    for (const PlaceMarks& record : others) {
        watched.count(record);
    }
    bool any = false;
    for (const CommonPlace& place : common) {
        any = any || watched.is_unlikely(place);
    }
    return any;
}

TEST(DomainPlaces, NamesWhereChanceWouldHardlyBringThemAreNearEachOther) {
    const PlaceMarks dijon = at("FR", "FR-BFC", "dijon"), beaune = at("FR", "FR-BFC", "beaune");
    const PlaceMarks lyon = at("FR", "FR-ARA", "lyon"), ohio = at("US", "US-OH", "dijon");
    const PlaceMarks bare = at("FR", "", ""), nowhere = at("", "FR-BFC", "dijon");
    const std::vector<PlaceMarks> country(120, lyon), town(120, dijon), abroad(120, ohio), few(90, lyon),
        bares(120, bare);
    const struct {
        const char* what;
        std::vector<std::vector<PlaceMarks>> names;
        std::vector<PlaceMarks> others;
        bool is_local;
    } cases[] = {
        {"one city", {{dijon}, {dijon}}, country, true},
        {"one region", {{dijon}, {beaune}}, country, true},
        {"two regions", {{dijon}, {lyon}}, country, false},
        {"three of four", {{dijon}, {dijon}, {beaune}, {lyon}}, country, true},
        {"two of three", {{dijon}, {dijon}, {lyon}}, country, false},
        {"a name without a place counts against it", {{dijon}, {dijon}, {bare}}, country, false},
        {"no place is none", {{nowhere}, {nowhere}}, country, false},
        {"where everybody is", {{lyon}, {lyon}}, country, false},
        {"an index of one town says nothing", {{dijon}, {dijon}}, town, false},
        {"an index of their own says nothing", {{dijon}, {dijon}}, {}, false},
        {"records without a place do not count", {{dijon}, {dijon}}, bares, false},
        {"too few to tell of chance", {{dijon}, {dijon}}, few, false},
        {"other countries do not count", {{dijon}, {dijon}}, abroad, false},
        {"a city of the same name is another one", {{dijon}, {ohio}}, country, false},
        {"one name", {{dijon, dijon}}, country, false},
        {"a chain's stores, and one of them there", {{dijon, lyon}, {dijon}}, country, true},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(is_local(each.names, each.others), each.is_local) << each.what;
    }
}

}  // namespace
}  // namespace bizrec::builder
