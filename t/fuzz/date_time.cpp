#include <cstdint>
#include <cstdlib>
#include <string>

#include "bizrec/base/date_time.hpp"

/// Any bytes are no date, or a date in the years 0000 to 9999. If midnight with a fraction and the offset +00:00 is
/// appended to a date, the result is the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using bizrec::text::parse_date_time;
    constexpr std::int64_t first = -62'167'219'200;    // 0000-01-01T00:00:00Z
    constexpr std::int64_t last = 253'402'300'800;     // 10000-01-01T00:00:00Z, which is 9999-12-31T23:59:60Z
    constexpr std::int64_t max_offset = 24 * 60 * 60;  // seconds
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto time = parse_date_time(text);
    if (!time) {
        return 0;
    }
    if (*time < first - max_offset || *time > last + max_offset) {
        std::abort();
    }
    if (const auto day = parse_date_time(text + "T00:00:00.999+00:00"); day && *day != *time) {
        std::abort();  // a date without a time is its first second
    }
    return 0;
}
