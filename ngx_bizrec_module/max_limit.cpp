#include "max_limit.hpp"

#include <algorithm>
#include <string_view>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/base/ascii.hpp"
#include "directive_tools.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::uint32_t greatest = 10'000;

/// Reads a number of rows. Any number above `greatest`, of any length, becomes greatest + 1. Returns 0 if the text is
/// not a number, or is the number 0.
std::uint32_t parse_rows(std::string_view text) noexcept {
    std::uint32_t rows = 0;
    for (char c : text) {
        if (!is_digit(c)) {
            return 0;
        }
        rows = std::min(rows * 10 + static_cast<std::uint32_t>(c - '0'), greatest + 1);
    }
    return rows;
}

}  // namespace

bool read_max_limit(ngx_conf_t* cf, ngx_str_t* argument, MaxLimit* limit) noexcept {
    constexpr std::string_view prefix = "max_limit=";
    std::string_view text = view(*argument);
    if (starts_with(text, prefix)) {
        text.remove_prefix(prefix.size());
        if (text.find('$') != text.npos) {
            limit->value = compile_value(cf, text);
            return limit->value != nullptr;
        }
        limit->fixed = parse_rows(text);
    }
    if (limit->fixed < 1 || limit->fixed > greatest) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "%V: \"max_limit=N\" with N from 1 to %uD, or a variable, was expected, \"%V\" came",
                           &arguments(cf)[0], greatest, argument);
        return false;
    }
    return true;
}

std::uint32_t max_limit_of(ngx_http_request_t* r, const MaxLimit& limit) noexcept {
    if (limit.value == nullptr) {
        return limit.fixed;
    }
    ngx_str_t text;
    const std::uint32_t rows = ngx_http_complex_value(r, limit.value, &text) == NGX_OK ? parse_rows(view(text)) : 0;
    return rows == 0 ? api::default_search_limit : std::min(rows, greatest);
}

}  // namespace bizrec::ngx
