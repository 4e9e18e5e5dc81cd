// The location of a request: accepted forms and refusals.
#include <gtest/gtest.h>

#include "t/unit/api/request_table.hpp"

namespace bizrec::api {
namespace {

const std::string us_default = "location[0].country=US";

TEST(RequestLocation, Shapes) {
    check({
        {at("null"), plain_enrichment, "", ""},
        {at("\"\""), plain_enrichment, "", ""},
        {at("[]"), plain_enrichment, "", ""},
        {at("[null]"), plain_enrichment, "location", ""},
        {at(R"([null,""])"), plain_enrichment, "location", ""},
        {at(R"([null,{"country":"FR"}])"), plain_enrichment + " [FR]", "", ""},
        {at("[null,{}]"), plain_enrichment + " [US]", "", "location[1].country=US"},
        {at("{}"), plain_enrichment + " [US]", "", us_default},
        {at("[{}]"), plain_enrichment + " [US]", "", us_default},
        {at("[{},{}]"), plain_enrichment + " [US] [US]", "", "location[0].country=US, location[1].country=US"},
        {at(R"({"country":"FR"})"), plain_enrichment + " [FR]", "", ""},
        {at(R"([{"country":"FR"},{"country":"GB","city":"London"}])"), plain_enrichment + " [FR] [GB city=London]", "",
         ""},
        {at(R"({"country":null,"state":null,"city":"","zip_code":null,"lat":null,"long":"","geo_radius":null})"),
         plain_enrichment + " [US]", "", us_default},
        {at("[" + repeat(R"({"country":"US"},)", 99) + R"({"country":"US"}])"), plain_enrichment + repeat(" [US]", 100),
         "", ""},
        {at("[" + repeat("{},", 11) + "{}]"), plain_enrichment + repeat(" [US]", 12), "",
         "location[0].country=US, location[1].country=US, location[2].country=US, location[3].country=US, "
         "location[4].country=US, location[5].country=US, location[6].country=US, location[7].country=US, "
         "location[8].country=US, location[9].country=US"},
    });
    check({
        {at("5"), 422, "location", "location: expected an object or an array of objects, got the number 5"},
        {at("true"), 422, "location", "got true"},
        {at("\"Austin\""), 422, "location", R"(got a string "Austin")"},
        {at("[1]"), 422, "location[0]", "location[0]: expected an object, got the number 1"},
        {at("[null,5]"), 422, "location[1]", "location[1]: expected an object, got the number 5"},
        {at("[[]]"), 422, "location[0]", "expected an object, got an array"},
        {at("[[{}]]"), 422, "location[0]", "expected an object, got an array"},
        {at("[{},{},\"x\"]"), 422, "location[2]", R"(location[2]: expected an object, got a string "x")"},
        {at("[" + repeat("{},", 100) + "{}]"), 422, "location", "location: expected at most 100 objects, got 101"},
        {at("[" + repeat("0,", 30000) + "0]"), 422, "location", "at most 100 objects, got 30001"},
    });
}

TEST(RequestLocation, PostalCodesInOneText) {
    const auto us = [](const std::string& codes) { return at(R"({"country":"US","zip_code":)" + codes + "}"); };
    const std::string both = plain_enrichment + " [US zip=02109 zip=02108]";
    for (const char* const text : {"02109, 02108", "02109,02108", "02109;02108", "02109/02108", "02109 | 02108",
                                   "02109 02108", "02109\\n02108", ", 02109,,02108 ,", "02109 and 02108",
                                   "02109 OR 02108", "02109 & 02108", "02109+02108", "02109:02108", "02109\\\\02108"}) {
        check({{us("\"" + std::string(text) + "\""), both, "", ""}});
        check({{us("[\"" + std::string(text) + "\"]"), both, "", ""}});
    }
    check({
        {us(R"(["63101","02109-1234 02108"])"), plain_enrichment + " [US zip=63101 zip=02109-1234 zip=02108]", "", ""},
        {us(R"("02109 1234")"), plain_enrichment + " [US zip=02109 1234]", "", ""},
        {us(R"(",")"), plain_enrichment + " [US zip=,]", "", ""},
        {at(R"({"country":"GB","zip_code":"SW1A 1AA"})"), plain_enrichment + " [GB zip=SW1A 1AA]", "", ""},
        {at(R"({"country":"GB","zip_code":"SW1A 1AA, EC1A 1BB"})"),
         plain_enrichment + " [GB zip=SW1A 1AA zip=EC1A 1BB]", "", ""},
        {at(R"({"country":"FR","zip_code":"75001 75002"})"), plain_enrichment + " [FR zip=75001 zip=75002]", "", ""},
        {at(R"({"country":"IR","zip_code":"12345-67890"})"), plain_enrichment + " [IR zip=12345-67890]", "", ""},
        {at(R"({"country":"BR","zip_code":"01310-100"})"), plain_enrichment + " [BR zip=01310-100]", "", ""},
    });
    for (const char* const range :
         {"02108-02112", "02108 - 02112", "02108..02112", "02108 to 02112", "02108 \u2013 02112"}) {
        check({{us("\"" + std::string(range) + "\""), 422, "location[0].zip_code",
                "got a range of them; give each code"}});
    }
}

TEST(RequestLocation, Country) {
    check({
        {at(R"({"country":"us"})"), plain_enrichment + " [US]", "", ""},
        {at(R"({"country":"USA"})"), plain_enrichment + " [US]", "", ""},
        {at(R"({"country":"United States"})"), plain_enrichment + " [US]", "", ""},
        {at(R"({"country":"gbr"})"), plain_enrichment + " [GB]", "", ""},
        {at(R"({"country":"UK"})"), plain_enrichment + " [GB]", "", ""},
        {at(R"({"country":"JAPAN"})"), plain_enrichment + " [JP]", "", ""},
        {at(R"({"country":" "})"), plain_enrichment + " [US]", "", us_default},
    });
    check({
        {at(R"({"country":"Atlantis"})"), 422, "location[0].country", R"(unknown country "Atlantis")"},
        {at(R"({"country":"XX"})"), 422, "location[0].country", "unknown country \"XX\""},
        {at(R"({"country":"-"})"), 422, "location[0].country", "unknown country"},
        {at(R"([{},{"country":"ZZZ"}])"), 422, "location[1].country", "location[1].country: unknown country"},
        {at(R"({"country":1})"), 422, "location[0].country", "expected a string, got the number 1"},
        {at(R"({"country":["US"]})"), 422, "location[0].country", "expected a string, got an array"},
        {at(R"({"country":"U\u0000S"})"), 422, "location[0].country", "NUL character"},
        {at("{\"country\":\"" + repeat("x", 201) + "\"}"), 422, "location[0].country",
         "at most 200 characters, got 201"},
        {at("{\"country\":\"" + repeat("x", 200) + "\"}"), 422, "location[0].country", "unknown country \"xxx"},
    });
}

TEST(RequestLocation, StateAndCity) {
    check({
        {at(R"({"country":"US","state":"CA","city":"San Francisco"})"),
         plain_enrichment + " [US state=CA city=San Francisco]", "", ""},
        {at(R"({"country":"DE","city":"K\u00f6ln"})"), plain_enrichment + " [DE city=Köln]", "", ""},
        {at(R"({"country":"US","state":"\u00a0"})"), plain_enrichment + " [US]", "", ""},
        {at("{\"country\":\"US\",\"city\":\"" + repeat("é", 200) + "\"}"),
         plain_enrichment + " [US city=" + repeat("é", 200) + "]", "", ""},
        {at("{\"country\":\"US\",\"state\":\"" + repeat("日", 200) + "\"}"),
         plain_enrichment + " [US state=" + repeat("日", 200) + "]", "", ""},
    });
    check({
        {at("{\"city\":\"" + repeat("é", 201) + "\"}"), 422, "location[0].city",
         "expected at most 200 characters, got 201"},
        {at("{\"state\":\"" + repeat("s", 201) + "\"}"), 422, "location[0].state", "at most 200 characters"},
        {at(R"({"city":5})"), 422, "location[0].city", "location[0].city: expected a string, got the number 5"},
        {at(R"({"city":["Paris"]})"), 422, "location[0].city", "expected a string, got an array"},
        {at(R"({"state":false})"), 422, "location[0].state", "expected a string, got false"},
        {at(R"({"state":{"code":"CA"}})"), 422, "location[0].state", "got an object"},
        {at(R"({"city":"a\u0000"})"), 422, "location[0].city", "NUL character"},
        {at(R"({"state":"\u0000"})"), 422, "location[0].state", "NUL character"},
    });
}

TEST(RequestLocation, WhiteSpaceAroundATextDoesNotCount) {
    const auto padded = [](const std::string& text) {
        return "\"" + repeat(" ", 300) + text + repeat("\\u3000", 9) + "\"";
    };
    check({
        {at("{\"country\":" + padded("fr") + "}"), plain_enrichment + " [FR]", "", ""},
        {at(R"({"country":"US","state":)" + padded("CA") + ",\"city\":" + padded(repeat("é", 200)) + "}"),
         plain_enrichment + " [US state=CA city=" + repeat("é", 200) + "]", "", ""},
        {at(R"({"country":"US","zip_code":)" + padded(repeat("1", 32)) + "}"),
         plain_enrichment + " [US zip=" + repeat("1", 32) + "]", "", ""},
        {at(R"({"country":"US","zip_code":[)" + padded("94107") + "," + padded("") + "]}"),
         plain_enrichment + " [US zip=94107]", "", ""},
        {at("{\"country\":" + padded("") + ",\"state\":" + padded("") + ",\"city\":" + padded("") + "}"),
         plain_enrichment + " [US]", "", us_default},
    });
    check({
        {at("{\"city\":" + padded(repeat("é", 201)) + "}"), 422, "location[0].city",
         "expected at most 200 characters, got 201"},
        {at("{\"zip_code\":[" + padded(repeat("1", 33)) + "]}"), 422, "location[0].zip_code[0]",
         "expected at most 32 characters, got 33"},
    });
}

TEST(RequestLocation, PostalCodes) {
    check({
        {at(R"({"country":"US","zip_code":["94107"]})"), plain_enrichment + " [US zip=94107]", "", ""},
        {at(R"({"country":"US","zip_code":"94107"})"), plain_enrichment + " [US zip=94107]", "", ""},
        {at(R"({"country":"US","zip_code":["94107","63101-1234"]})"),
         plain_enrichment + " [US zip=94107 zip=63101-1234]", "", ""},
        {at(R"({"country":"US","zip_code":[]})"), plain_enrichment + " [US]", "", ""},
        {at(R"({"country":"US","zip_code":""})"), plain_enrichment + " [US]", "", ""},
        {at(R"({"country":"US","zip_code":null})"), plain_enrichment + " [US]", "", ""},
        {at(R"({"country":"US","zip_code":["",null," ","94107"]})"), plain_enrichment + " [US zip=94107]", "", ""},
        {at(R"({"country":"US","zip_code":[""]})"), plain_enrichment + " [US]", "location.zip_code", ""},
        {at(R"([{"country":"US","zip_code":[null," "]},{"country":"US","zip_code":[""]}])"),
         plain_enrichment + " [US] [US]", "location.zip_code", ""},
        {at("{\"country\":\"US\",\"zip_code\":\"" + repeat("é", 32) + "\"}"),
         plain_enrichment + " [US zip=" + repeat("é", 32) + "]", "", ""},
        {at("{\"country\":\"US\",\"zip_code\":[" + repeat("\"1\",", 999) + "\"1\"]}"),
         plain_enrichment + " [US" + repeat(" zip=1", 1000) + "]", "", ""},
    });
    check({
        {at(R"({"zip_code":94107})"), 422, "location[0].zip_code",
         "location[0].zip_code: expected an array of strings, or one string, got the number 94107"},
        {at(R"({"zip_code":[94107]})"), 422, "location[0].zip_code[0]", "expected a string, got the number 94107"},
        {at(R"({"zip_code":["1",true]})"), 422, "location[0].zip_code[1]", "expected a string, got true"},
        {at(R"([{},{"zip_code":["1","2",["3"]]}])"), 422, "location[1].zip_code[2]", "expected a string, got an array"},
        {at(R"({"zip_code":{}})"), 422, "location[0].zip_code", "got an object"},
        {at(R"({"zip_code":true})"), 422, "location[0].zip_code", "got true"},
        {at(R"({"zip_code":["1\u0000"]})"), 422, "location[0].zip_code[0]", "NUL character"},
        {at(R"({"zip_code":"1\u0000"})"), 422, "location[0].zip_code", "NUL character"},
        {at("{\"zip_code\":\"" + repeat("9", 33) + "\"}"), 422, "location[0].zip_code",
         "at most 32 characters, got 33"},
        {at("{\"zip_code\":[\"" + repeat("9", 33) + "\"]}"), 422, "location[0].zip_code[0]", "at most 32 characters"},
        {at("{\"zip_code\":[" + repeat("\"1\",", 1000) + "\"1\"]}"), 422, "location[0].zip_code",
         "expected at most 1000 postal codes, got 1001"},
    });
}

TEST(RequestLocation, Circle) {
    const std::string here = R"({"country":"US","lat":37.7,"long":-122.4)";
    const std::string circle = plain_enrichment + " [US @377000000,-1224000000~";
    const std::string radius_default = "location[0].geo_radius=50000";
    check({
        {at(here + "}"), circle + "50000]", "", radius_default},
        {at(here + R"(,"geo_radius":1})"), circle + "1]", "", ""},
        {at(here + R"(,"geo_radius":500000})"), circle + "500000]", "", ""},
        {at(here + R"(,"geo_radius":1e3})"), circle + "1000]", "", ""},
        {at(here + R"(,"geo_radius":250.0})"), circle + "250]", "", ""},
        {at(here + R"(,"geo_radius":null})"), circle + "50000]", "", radius_default},
        {at(here + R"(,"geo_radius":""})"), circle + "50000]", "", radius_default},
        {at(R"({"geo_radius":5,"long":180,"lat":90})"), plain_enrichment + " [US @900000000,1800000000~5]", "",
         us_default},
        {at(R"({"lat":-90.0,"long":-180.0,"geo_radius":5})"), plain_enrichment + " [US @-900000000,-1800000000~5]", "",
         us_default},
        {at(R"({"lat":0,"long":-0.0})"), plain_enrichment + " [US @0,0~50000]", "", us_default + ", " + radius_default},
        {at(R"([{"country":"FR"},{"lat":1,"long":2}])"), plain_enrichment + " [FR] [US @10000000,20000000~50000]", "",
         "location[1].country=US, location[1].geo_radius=50000"},
    });
    check({
        {at(R"({"lat":1})"), 422, "location[0].long", "location[0].long: is required where lat is given"},
        {at(R"({"long":1})"), 422, "location[0].lat", "location[0].lat: is required where long is given"},
        {at(R"({"lat":1,"long":null})"), 422, "location[0].long", "is required"},
        {at(R"({"lat":1,"lon":2})"), 422, "location[0].long", "is required"},
        {at(R"({"geo_radius":5})"), 422, "location[0].geo_radius", "needs lat and long"},
        {at(R"([{},{"geo_radius":5,"lat":null}])"), 422, "location[1].geo_radius", "needs lat and long"},
        {at(R"({"lat":90.0000001,"long":1})"), 422, "location[0].lat",
         "expected a number from -90 to 90, got the number 90.0000001"},
        {at(R"({"lat":91,"long":1})"), 422, "location[0].lat", "from -90 to 90, got the number 91"},
        {at(R"({"lat":-91,"long":1})"), 422, "location[0].lat", "from -90 to 90"},
        {at(R"({"lat":1,"long":181})"), 422, "location[0].long", "from -180 to 180, got the number 181"},
        {at(R"({"lat":1,"long":-180.5})"), 422, "location[0].long", "from -180 to 180"},
        {at(R"({"lat":1e308,"long":1})"), 422, "location[0].lat", "from -90 to 90"},
        {at(R"({"lat":18446744073709551615,"long":1})"), 422, "location[0].lat", "from -90 to 90"},
        {at(R"({"lat":NaN,"long":1})"), 400, "", "not valid JSON"},
        {at(R"({"lat":1e999,"long":1})"), 400, "", "a number that a double cannot hold"},
        {at(R"({"lat":"37.7","long":1})"), 422, "location[0].lat", R"(expected a number, got a string "37.7")"},
        {at(R"({"lat":true,"long":1})"), 422, "location[0].lat", "expected a number, got true"},
        {at(R"({"lat":[1],"long":1})"), 422, "location[0].lat", "expected a number, got an array"},
        {at(R"({"lat":1,"long":{}})"), 422, "location[0].long", "expected a number, got an object"},
        {at(R"([{},{"lat":95}])"), 422, "location[1].lat", "location[1].lat: expected a number from -90 to 90"},
        {at(here + R"(,"geo_radius":0})"), 422, "location[0].geo_radius",
         "location[0].geo_radius: expected an integer from 1 to 500000 (metres), got the number 0"},
        {at(here + R"(,"geo_radius":-1})"), 422, "location[0].geo_radius", "from 1 to 500000"},
        {at(here + R"(,"geo_radius":500001})"), 422, "location[0].geo_radius", "from 1 to 500000"},
        {at(here + R"(,"geo_radius":9223372036854775808})"), 422, "location[0].geo_radius", "from 1 to 500000"},
        {at(here + R"(,"geo_radius":-9223372036854775808})"), 422, "location[0].geo_radius", "from 1 to 500000"},
        {at(here + R"(,"geo_radius":1e300})"), 422, "location[0].geo_radius", "from 1 to 500000"},
        {at(here + R"(,"geo_radius":0.5})"), 422, "location[0].geo_radius", "expected an integer, got the number 0.5"},
        {at(here + R"(,"geo_radius":"5000"})"), 422, "location[0].geo_radius", "expected an integer, got a string"},
        {at(here + R"(,"geo_radius":true})"), 422, "location[0].geo_radius", "expected an integer, got true"},
        {at(here + R"(,"geo_radius":[]})"), 422, "location[0].geo_radius", "expected an integer, got an array"},
    });
}

}  // namespace
}  // namespace bizrec::api
