#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::builder {

/// The length of an interval of usage.
enum class Interval : std::uint8_t { minute, hour, day, month };

/// The interval of a name: "minute", "hour", "day", "month"; nothing for other words.
std::optional<Interval> interval_of(std::string_view name) noexcept;

/// The first minute, since 1970, of the interval (in UTC) that contains the minute.
std::uint32_t begin_of(Interval interval, std::uint32_t minute) noexcept;

/// The first minute after the interval that begins with `begin`.
std::uint32_t end_of(Interval interval, std::uint32_t begin) noexcept;

/// A time in UTC: "2026-11-22T12:05:00Z".
std::string time_text(std::int64_t unix_s);
std::string minute_text(std::uint32_t minute);

/// The beginning of an interval for people, as precise as the interval: "2026-11-22 12:05", "2026-11-22 12h",
/// "2026-11-22", "2026-11".
std::string interval_text(Interval interval, std::uint32_t begin);

/// The minute since 1970 (UTC) of a date, of a date-time of RFC 3339, or of a date-time without seconds:
/// "2026-11-22T12:05". Nothing for other texts.
std::optional<std::uint32_t> parse_minute(std::string_view text);

}  // namespace bizrec::builder
