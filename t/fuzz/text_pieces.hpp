#pragma once

#include <cstddef>
#include <string_view>

namespace bizrec::fuzz {

/// Removes the bytes up to the first NUL, and the NUL, from `bytes`. Returns them without the NUL.
inline std::string_view cut(std::string_view& bytes) {
    const std::size_t end = bytes.find('\0');
    const std::string_view piece = bytes.substr(0, end);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    return piece;
}

}  // namespace bizrec::fuzz
