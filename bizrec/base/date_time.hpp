#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::text {

/// Unix seconds (UTC) of a date "2024-05-31" (its first second) or of an RFC 3339 date-time
/// "2024-05-31T18:30:00.25+02:00". A missing offset means UTC: the RFC requires an offset, but exporters leave it out.
/// 'T' and 'Z' may have any case, and a space may replace the 'T' (RFC 3339 section 5.6). Fractions are cut off. Second
/// 60 is the first second of the next minute. Years are 0000 to 9999 of the proleptic Gregorian calendar. nullopt for
/// any other text.
std::optional<std::int64_t> parse_date_time(std::string_view text) noexcept;

/// The day in UTC of Unix seconds: "2024-05-31".
std::string date_of(std::int64_t unix_seconds);

}  // namespace bizrec::text
