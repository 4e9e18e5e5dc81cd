#include "lmdb_builder/credits/minutes.hpp"

#include <cstdio>
#include <ctime>
#include <limits>

#include "bizrec/base/date_time.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint32_t minutes_of_hour = 60;
constexpr std::uint32_t minutes_of_day = 24 * minutes_of_hour;

std::tm civil(std::int64_t unix_s) noexcept {
    std::tm time{};
    const auto seconds = static_cast<std::time_t>(unix_s);
    ::gmtime_r(&seconds, &time);
    return time;
}

std::string formatted(const char* format, std::int64_t unix_s) {
    const std::tm time = civil(unix_s);
    char text[64];
    return std::string(text, std::strftime(text, sizeof text, format, &time));
}

}  // namespace

std::optional<Interval> interval_of(std::string_view name) noexcept {
    constexpr std::string_view names[] = {"minute", "hour", "day", "month"};
    for (std::size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (names[i] == name) {
            return static_cast<Interval>(i);
        }
    }
    return std::nullopt;
}

std::uint32_t begin_of(Interval interval, std::uint32_t minute) noexcept {
    switch (interval) {
        case Interval::minute:
            return minute;
        case Interval::hour:
            return minute - minute % minutes_of_hour;
        default:
            break;
    }
    const std::uint32_t day = minute - minute % minutes_of_day;
    const auto day_of_month = static_cast<std::uint32_t>(civil(std::int64_t{day} * 60).tm_mday);
    return interval == Interval::day ? day : day - (day_of_month - 1) * minutes_of_day;
}

std::uint32_t end_of(Interval interval, std::uint32_t begin) noexcept {
    constexpr std::uint32_t max_month_minutes = 31 * minutes_of_day;
    switch (interval) {
        case Interval::minute:
            return begin + 1;
        case Interval::hour:
            return begin + minutes_of_hour;
        case Interval::day:
            return begin + minutes_of_day;
        default:
            return begin_of(Interval::month, begin + max_month_minutes);
    }
}

std::string time_text(std::int64_t unix_s) {
    return formatted("%Y-%m-%dT%H:%M:%SZ", unix_s);
}

std::string minute_text(std::uint32_t minute) {
    return time_text(std::int64_t{minute} * 60);
}

std::string interval_text(Interval interval, std::uint32_t begin) {
    constexpr const char* formats[] = {"%Y-%m-%d %H:%M", "%Y-%m-%d %Hh", "%Y-%m-%d", "%Y-%m"};
    return formatted(formats[static_cast<std::size_t>(interval)], std::int64_t{begin} * 60);
}

std::optional<std::uint32_t> parse_minute(std::string_view text) {
    constexpr std::size_t without_seconds = sizeof "2026-11-22T12:05" - 1;
    std::string whole(text);
    if (text.size() == without_seconds || (text.size() == without_seconds + 1 && (text.back() | 0x20) == 'z')) {
        whole.insert(without_seconds, ":00");
    }
    const auto seconds = text::parse_date_time(whole);
    constexpr auto last = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    if (!seconds || *seconds < 0 || *seconds / 60 > last) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*seconds / 60);
}

}  // namespace bizrec::builder
