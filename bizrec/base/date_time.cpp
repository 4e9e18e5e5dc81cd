#include "bizrec/base/date_time.hpp"

#include <cstddef>
#include <cstdio>

#include "bizrec/base/ascii.hpp"

namespace bizrec::text {
namespace {

constexpr int seconds_per_day = 86400;

class DateScanner {
public:
    explicit DateScanner(std::string_view text) noexcept : rest_(text) {}

    bool at_end() const noexcept { return rest_.empty(); }

    bool skip(char expected) noexcept { return skip_one_of(std::string_view(&expected, 1)); }

    bool skip_one_of(std::string_view expected) noexcept {
        if (rest_.empty() || expected.find(rest_.front()) == std::string_view::npos) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }

    /// Reads exactly `digits` digits with a value from `least` to `most`.
    bool number(std::size_t digits, int least, int most, int& out) noexcept {
        if (rest_.size() < digits) {
            return false;
        }
        out = 0;
        for (const char c : rest_.substr(0, digits)) {
            if (!is_digit(c)) {
                return false;
            }
            out = out * 10 + (c - '0');
        }
        rest_.remove_prefix(digits);
        return out >= least && out <= most;
    }

    bool skip_digits() noexcept {
        const std::size_t before = rest_.size();
        while (!rest_.empty() && is_digit(rest_.front())) {
            rest_.remove_prefix(1);
        }
        return rest_.size() < before;
    }

private:
    std::string_view rest_;
};

bool is_leap_year(int year) noexcept {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in_month(int year, int month) noexcept {
    constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap_year(year) ? 29 : days[month - 1];
}

/// Days since 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013). Years start in March, so that
/// the leap day is the last of its year. timegm() is not used, because it takes the C library's time zone lock for each
/// record in each thread; C++17 has no calendar.
std::int64_t days_since_epoch(int year, int month, int day) noexcept {
    const int shifted_year = year - (month <= 2 ? 1 : 0);
    const int era = (shifted_year >= 0 ? shifted_year : shifted_year - 399) / 400;
    const int year_of_era = shifted_year - era * 400;
    const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return static_cast<std::int64_t>(era) * 146097 + day_of_era - 719468;
}

bool scan_date(DateScanner& scanner, std::int64_t& days) noexcept {
    int year = 0;
    int month = 0;
    int day = 0;
    if (!scanner.number(4, 0, 9999, year) || !scanner.skip('-') || !scanner.number(2, 1, 12, month) ||
        !scanner.skip('-') || !scanner.number(2, 1, days_in_month(year, month), day)) {
        return false;
    }
    days = days_since_epoch(year, month, day);
    return true;
}

bool scan_time(DateScanner& scanner, int& seconds) noexcept {
    int hour = 0;
    int minute = 0;
    int second = 0;
    if (!scanner.number(2, 0, 23, hour) || !scanner.skip(':') || !scanner.number(2, 0, 59, minute) ||
        !scanner.skip(':') || !scanner.number(2, 0, 60, second)) {
        return false;
    }
    seconds = hour * 3600 + minute * 60 + second;
    return !scanner.skip('.') || scanner.skip_digits();
}

bool scan_offset(DateScanner& scanner, int& seconds) noexcept {
    seconds = 0;
    if (scanner.at_end() || scanner.skip_one_of("Zz")) {
        return true;
    }
    const bool east = scanner.skip('+');
    int hours = 0;
    int minutes = 0;
    if ((!east && !scanner.skip('-')) || !scanner.number(2, 0, 23, hours) || !scanner.skip(':') ||
        !scanner.number(2, 0, 59, minutes)) {
        return false;
    }
    seconds = (east ? 1 : -1) * (hours * 3600 + minutes * 60);
    return true;
}

}  // namespace

std::optional<std::int64_t> parse_date_time(std::string_view text) noexcept {
    DateScanner scanner(text);
    std::int64_t days = 0;
    if (!scan_date(scanner, days)) {
        return std::nullopt;
    }
    if (scanner.at_end()) {
        return days * seconds_per_day;
    }
    int time = 0;
    int offset = 0;
    if (!scanner.skip_one_of("Tt ") || !scan_time(scanner, time) || !scan_offset(scanner, offset) ||
        !scanner.at_end()) {
        return std::nullopt;
    }
    return days * seconds_per_day + time - offset;
}

// Inverse of days_since_epoch(), from the same source.
std::string date_of(std::int64_t unix_seconds) {
    constexpr int days_in_era = 146097;
    std::int64_t days = unix_seconds / seconds_per_day - (unix_seconds % seconds_per_day < 0 ? 1 : 0) + 719468;
    const std::int64_t era = (days >= 0 ? days : days - (days_in_era - 1)) / days_in_era;
    const auto day_of_era = static_cast<int>(days - era * days_in_era);
    const int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int shifted_month = (5 * day_of_year + 2) / 153;
    const int day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    const int month = shifted_month + (shifted_month < 10 ? 3 : -9);
    const int year = year_of_era + static_cast<int>(era) * 400 + (month <= 2 ? 1 : 0);
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
    return {text, static_cast<std::size_t>(length)};
}

}  // namespace bizrec::text
