#include "lmdb_builder/record/tame_numbers.hpp"

#include <charconv>
#include <cstdint>

namespace bizrec::builder {
namespace {

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

std::size_t count_digits(std::string_view text, std::size_t from) noexcept {
    std::size_t end = from;
    while (end < text.size() && is_digit(text[end])) {
        ++end;
    }
    return end - from;
}

/// A number token in its parts; digits counts are 0 for parts that are not there.
struct NumberToken {
    std::size_t length = 0;  ///< 0: no valid JSON number starts here
    std::size_t integer_digits = 0;
    bool is_integer = true;
    bool negative_exponent = false;
};

NumberToken scan_number(std::string_view text) noexcept {
    NumberToken token;
    std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
    token.integer_digits = count_digits(text, at);
    if (token.integer_digits == 0 || (text[at] == '0' && token.integer_digits > 1)) {
        return {};
    }
    at += token.integer_digits;
    if (at < text.size() && text[at] == '.') {
        const std::size_t digits = count_digits(text, at + 1);
        if (digits == 0) {
            return {};
        }
        token.is_integer = false;
        at += 1 + digits;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
            token.negative_exponent = text[at] == '-';
            ++at;
        }
        const std::size_t digits = count_digits(text, at);
        if (digits == 0) {
            return {};
        }
        token.is_integer = false;
        at += digits;
    }
    token.length = at;
    return token;
}

template <class Number>
bool out_of_range(std::string_view text) noexcept {
    Number value{};
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range;
}

bool is_too_large(std::string_view text, const NumberToken& token) noexcept {
    if (token.is_integer) {
        return text[0] == '-' ? out_of_range<std::int64_t>(text) : out_of_range<std::uint64_t>(text);
    }
    // Out of a double's range at the small end is no trouble: it reads as 0.
    return !token.negative_exponent && out_of_range<double>(text);
}

std::size_t string_length(std::string_view text) noexcept {
    std::size_t at = 1;
    while (at < text.size() && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return at < text.size() ? at + 1 : text.size();
}

}  // namespace

bool tame_numbers(std::string_view json, std::string& out) {
    out.clear();
    bool found = false;
    for (std::size_t at = 0; at < json.size();) {
        const std::string_view rest = json.substr(at);
        std::size_t length = 1;
        std::string_view replacement;
        if (rest[0] == '"') {
            length = string_length(rest);
        } else if (rest[0] == '-' || is_digit(rest[0])) {
            const NumberToken token = scan_number(rest);
            // A token that is no number goes over whole, lest its tail be read as one.
            length = token.length > 0 ? token.length : 1 + count_digits(rest, 1);
            if (token.length > 0 && is_too_large(rest.substr(0, length), token)) {
                replacement = rest[0] == '-' ? "-1e300" : "1e300";
                found = true;
            }
        }
        out.append(replacement.empty() ? rest.substr(0, length) : replacement);
        at += length;
    }
    return found;
}

}  // namespace bizrec::builder
