#pragma once

#include <string_view>

namespace bizrec {

/// U+FEFF in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Whether a text begins with a byte order mark. JSON must not (RFC 8259, section 8.1), but only simdjson 3.0.1 (Debian
/// 12) refuses it; 3.12.3 (Debian 13) skips it. The readers of requests, records and manifests call this function, so
/// that the accepted input does not depend on the library's version.
inline bool has_byte_order_mark(std::string_view text) noexcept {
    return text.substr(0, byte_order_mark.size()) == byte_order_mark;
}

}  // namespace bizrec
