#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::text {

/// Unix seconds (UTC) of a date "2024-05-31" (its first second) or of an RFC 3339 date-time
/// "2024-05-31T18:30:00.25+02:00". Beyond the RFC, a missing offset means UTC, because exporters leave it out. 'T' and
/// 'Z' in any case, a space for the 'T' (RFC 3339 section 5.6). Fractions are cut, second 60 is the next minute's
/// first, years are 0000 to 9999 of the proleptic Gregorian calendar. Nothing for any other text.
std::optional<std::int64_t> parse_date_time(std::string_view text) noexcept;

/// The day in UTC of such seconds: "2024-05-31".
std::string date_of(std::int64_t unix_seconds);

}  // namespace bizrec::text
