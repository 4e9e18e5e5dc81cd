#include "bizrec/api/wide_integers.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_number.hpp"

namespace bizrec::api {
namespace {

/// End of the string that begins at `begin`, including its quotes.
std::size_t end_of_string(std::string_view json, std::size_t begin) noexcept {
    std::size_t at = begin + 1;
    while (at < json.size() && json[at] != '"') {
        at += json[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, json.size());
}

bool is_wide(std::string_view token) noexcept {
    const std::string_view digits = token.substr(token[0] == '-' ? 1 : 0);
    return !digits.empty() && digits[0] != '0' && std::all_of(digits.begin(), digits.end(), is_digit) &&
           !text::fits_64_bits(token) && text::fits_double(token);
}

}  // namespace

bool widen_integers(std::string_view json, std::string& out) {
    out.clear();
    std::size_t copied = 0;
    for (std::size_t at = 0; at < json.size();) {
        if (json[at] == '"') {
            at = end_of_string(json, at);
        } else if (json[at] != '-' && !is_digit(json[at])) {
            ++at;
        } else {
            const std::size_t end = std::min(json.find_first_not_of("0123456789+-.eE", at), json.size());
            if (is_wide(json.substr(at, end - at))) {
                out.append(json, copied, end - copied).append(".0");
                copied = end;
            }
            at = end;
        }
    }
    out.append(json, copied, json.size() - copied);
    return copied != 0;
}

}  // namespace bizrec::api
