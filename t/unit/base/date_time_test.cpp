#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "bizrec/base/date_time.hpp"

namespace bizrec::text {
namespace {

TEST(DateTime, FormsOfTheStandard) {
    const struct {
        const char* text;
        std::int64_t seconds;
    } cases[] = {
        {"1970-01-01", 0},
        {"1969-12-31", -86400},
        {"2000-02-29", 951782400},
        {"0000-01-01", -62167219200},
        {"9999-12-31", 253402214400},
        {"1970-01-01T00:00:00Z", 0},
        {"1970-01-01t00:00:00z", 0},
        {"1970-01-01 00:00:10Z", 10},
        {"1970-01-01T00:00:10", 10},
        {"1985-04-12T23:20:50.52Z", 482196050},         // RFC 3339 section 5.8
        {"1996-12-19T16:39:57-08:00", 851042397},       // the same
        {"1990-12-31T23:59:60Z", 662688000},            // the same
        {"1937-01-01T12:00:27.87+00:20", -1041337173},  // the same
        {"1970-01-01T00:00:00-00:00", 0},
        {"1970-01-01T00:00:00+23:59", -86340},
    };
    for (const auto& c : cases) {
        const auto got = parse_date_time(c.text);
        ASSERT_TRUE(got) << c.text;
        EXPECT_EQ(*got, c.seconds) << c.text;
    }
}

TEST(DateTime, EverythingElseIsNone) {
    for (const char* text : {"",
                             "2024",
                             "2024-05",
                             "2024-5-31",
                             "2024-13-01",
                             "2024-00-10",
                             "2024-04-31",
                             "2023-02-29",
                             "1900-02-29",
                             "2024-05-32",
                             "2024-05-00",
                             "24-05-31",
                             "2024/05/31",
                             "31.05.2024",
                             " 2024-05-31",
                             "2024-05-31 ",
                             "2024-05-31T",
                             "2024-05-31T18",
                             "2024-05-31T18:30",
                             "2024-05-31T18:30Z",
                             "2024-05-31T24:00:00Z",
                             "2024-05-31T18:60:00Z",
                             "2024-05-31T18:30:61Z",
                             "2024-05-31T18:30:00.Z",
                             "2024-05-31T18:30:00+2:00",
                             "2024-05-31T18:30:00+0200",
                             "2024-05-31T18:30:00+24:00",
                             "2024-05-31T18:30:00+02:60",
                             "2024-05-31T18:30:00ZZ",
                             "2024-05-31X18:30:00Z",
                             "-024-05-31",
                             "+2024-05-31",
                             "today",
                             "1717173000"}) {
        EXPECT_FALSE(parse_date_time(text)) << text;
    }
}

TEST(DateTime, AgreesWithTheCLibrary) {
    constexpr unsigned seed = 20240531;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](unsigned bound) { return static_cast<int>(random() % bound); };
    for (int i = 0; i < 20000; ++i) {
        const int offset_minutes = below(2 * 1440 - 1) - 1439;
        std::tm when{};
        when.tm_year = below(8000) - 1000;  // 900 to 8899
        when.tm_mon = below(12);
        when.tm_mday = 1 + below(28);
        when.tm_hour = below(24);
        when.tm_min = below(60);
        when.tm_sec = below(60);
        char text[64];
        const int minutes = offset_minutes < 0 ? -offset_minutes : offset_minutes;
        std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%d%c%02d:%02d", when.tm_year + 1900,
                      when.tm_mon + 1, when.tm_mday, when.tm_hour, when.tm_min, when.tm_sec, below(1000),
                      offset_minutes < 0 ? '-' : '+', minutes / 60, minutes % 60);
        const auto got = parse_date_time(text);
        ASSERT_TRUE(got) << text;
        ASSERT_EQ(*got, timegm(&when) - offset_minutes * 60) << text;
    }
}

/// The date by the C library.
std::string slow_date_of(std::int64_t unix_seconds) {
    const auto seconds = static_cast<std::time_t>(unix_seconds);
    std::tm day{};
    ::gmtime_r(&seconds, &day);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &day)};
}

TEST(DateOf, IsTheDayInUtc) {
    EXPECT_EQ(date_of(0), "1970-01-01");
    EXPECT_EQ(date_of(-1), "1969-12-31");
    EXPECT_EQ(date_of(951868799), "2000-02-29");
    EXPECT_EQ(date_of(951868800), "2000-03-01");
}

TEST(DateOf, AgreesWithTheLibraryAndTheParser) {
    std::mt19937_64 random(3);
    const std::int64_t first = *parse_date_time("1000-01-01");
    const std::int64_t last = *parse_date_time("9999-12-31T23:59:59Z");
    std::uniform_int_distribution<std::int64_t> seconds(first, last);
    for (int i = 0; i < 100000; ++i) {
        const std::int64_t moment = seconds(random);
        const std::string day = date_of(moment);
        ASSERT_EQ(day, slow_date_of(moment)) << moment;
        const std::int64_t begin = parse_date_time(day).value_or(0);
        ASSERT_LE(begin, moment);
        ASSERT_LT(moment - begin, 86400);
    }
    EXPECT_EQ(date_of(*parse_date_time("0000-03-01")), "0000-03-01");
}

}  // namespace
}  // namespace bizrec::text
