#include "prefer.hpp"

#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::string_view blanks = " \t";  // RFC 9110: OWS

/// Cuts `list` behind the next `separator` that stands in no quoted string, and returns what was before it.
std::string_view next_item(std::string_view& list, char separator) noexcept {
    bool quoted = false;
    std::size_t i = 0;
    for (; i < list.size() && (quoted || list[i] != separator); ++i) {
        if (quoted && list[i] == '\\') {
            ++i;  // quoted-pair
        } else if (list[i] == '"') {
            quoted = !quoted;
        }
    }
    std::string_view item = list.substr(0, i);
    list.remove_prefix(i < list.size() ? i + 1 : list.size());
    return trim(item, blanks);
}

std::string_view unquote(std::string_view word) noexcept {
    bool quoted = word.size() >= 2 && word.front() == '"' && word.back() == '"';
    return quoted ? word.substr(1, word.size() - 2) : word;
}

enum class Handling { unstated, strict, other };

/// preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] )
Handling read_preference(std::string_view preference) noexcept {
    std::string_view pair = next_item(preference, ';');
    std::size_t equals = pair.find('=');
    if (!equal_ignoring_case(trim(pair.substr(0, equals), blanks), "handling")) {
        return Handling::unstated;
    }
    std::string_view word = equals == pair.npos ? std::string_view{} : unquote(trim(pair.substr(equals + 1), blanks));
    return equal_ignoring_case(word, "strict") ? Handling::strict : Handling::other;
}

Handling read_header(std::string_view list) noexcept {
    while (!list.empty()) {
        Handling handling = read_preference(next_item(list, ','));
        if (handling != Handling::unstated) {
            return handling;
        }
    }
    return Handling::unstated;
}

}  // namespace

bool prefers_strict_handling(ngx_http_request_t* r) noexcept {
    for (ngx_list_part_t* part = &r->headers_in.headers.part; part != nullptr; part = part->next) {
        auto* headers = static_cast<ngx_table_elt_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; ++i) {
            if (!equal_ignoring_case(view(headers[i].key), "Prefer")) {
                continue;
            }
            Handling handling = read_header(view(headers[i].value));
            if (handling != Handling::unstated) {
                return handling == Handling::strict;
            }
        }
    }
    return false;
}

}  // namespace bizrec::ngx
