#include "bizrec/identity/base64url.hpp"

#include <cstdint>

#include "bizrec/identity/ascii.hpp"

namespace bizrec::identity {

namespace {

int sextet(char c) noexcept {
    if (is_upper(c))
        return c - 'A';
    if (is_letter(c))
        return c - 'a' + 26;
    if (is_digit(c))
        return c - '0' + 52;
    if (c == '-' || c == '+')
        return 62;
    return c == '_' || c == '/' ? 63 : -1;
}

}  // namespace

bool decode_base64url(std::string_view text, std::string& out) {
    out.clear();
    while (!text.empty() && text.back() == '=')
        text.remove_suffix(1);
    if (text.size() % 4 == 1)
        return false;
    std::uint32_t bits = 0;
    int count = 0;
    for (char c : text) {
        const int value = sextet(c);
        if (value < 0)
            return false;
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>((bits >> count) & 0xFF);
        }
    }
    return true;
}

}  // namespace bizrec::identity
