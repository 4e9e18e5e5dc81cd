#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::builder {

/// The bytes of a file that a partial answer holds: "bytes 100-199/200".
struct ContentRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  ///< at least `first`
    std::uint64_t size = 0;  ///< of the whole file, more than `last`; 0: the server does not tell ("*")
};

/// Parses the value of the header Content-Range (RFC 9110, 14.4) of a partial answer. Returns nullopt if it is
/// malformed.
std::optional<ContentRange> parse_content_range(std::string_view value) noexcept;

/// The value of a header line "Name: value" without surrounding spaces; "" if the line has another name. `name` is in
/// lower case; the comparison ignores case.
std::string header_value(std::string_view line, std::string_view name);

}  // namespace bizrec::builder
