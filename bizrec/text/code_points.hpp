#pragma once

#include <unicode/utf8.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bizrec::text {

/// The code point at `i`, which moves on; U+FFFD for broken bytes.
inline char32_t next_code_point(std::string_view utf8, std::size_t& i) noexcept {
    auto at = static_cast<std::int32_t>(i);
    const auto size = static_cast<std::int32_t>(utf8.size());
    UChar32 code_point = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // inside ICU's macro
    U8_NEXT_OR_FFFD(utf8.data(), at, size, code_point);
#pragma GCC diagnostic pop
    i = static_cast<std::size_t>(at);
    return static_cast<char32_t>(code_point);
}

}  // namespace bizrec::text
