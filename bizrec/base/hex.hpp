#pragma once

namespace bizrec {

inline constexpr char hex_digits[] = "0123456789abcdef";

/// Value of a hexadecimal digit of either case, -1 for any other byte.
constexpr int hex_value(char c) noexcept {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

}  // namespace bizrec
