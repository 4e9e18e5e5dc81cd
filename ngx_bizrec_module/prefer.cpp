#include "prefer.hpp"

#include <string_view>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "header_list.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::string_view blanks = " \t";  // optional white space (OWS) of RFC 9110

/// Cuts `list` after the next `separator` outside quoted strings, and returns the part before it.
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

/// A preference that the module knows, and whether the request has it. If the request repeats it, the first one counts.
struct Preference {
    std::string_view name, wanted;
    bool is_known = false;
    bool is_wanted = false;
};

/// preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] )
void read_preference(std::string_view text, Preference& preference) noexcept {
    std::string_view pair = next_item(text, ';');
    std::size_t equals = pair.find('=');
    if (preference.is_known || !equal_ignoring_case(trim(pair.substr(0, equals), blanks), preference.name)) {
        return;
    }
    std::string_view word = equals == pair.npos ? std::string_view{} : unquote(trim(pair.substr(equals + 1), blanks));
    preference.is_known = true;
    preference.is_wanted = equal_ignoring_case(word, preference.wanted);
}

/// Limits the preferences that are read per request: each costs time of the event loop, and 24 KiB of headers hold
/// 12,000.
constexpr std::size_t max_preferences = 64;

template <std::size_t Size>
void read_header(std::string_view list, Preference (&known)[Size], std::size_t& left) noexcept {
    for (; !list.empty() && left != 0; --left) {
        const std::string_view item = next_item(list, ',');
        for (Preference& preference : known) {
            read_preference(item, preference);
        }
    }
}

}  // namespace

Preferences preferences_of(ngx_http_request_t* r) noexcept {
    Preference known[] = {{"handling", "strict"}, {"return", "minimal"}, {"explain", "1"}};
    std::size_t left = max_preferences;
    any_header(r->headers_in.headers, [&](const ngx_table_elt_t& header) {
        if (equal_ignoring_case(view(header.key), "Prefer")) {
            read_header(view(header.value), known, left);
        }
        return left == 0;
    });
    return {known[0].is_wanted, known[1].is_wanted, known[2].is_wanted};
}

std::string applied_preferences(const Preferences& preferences) {
    const std::pair<bool, const char*> known[] = {
        {preferences.strict, "handling=strict"},
        {preferences.minimal, "return=minimal"},
        {preferences.explain, "explain=1"},
    };
    std::string applied;
    for (const auto& [is_applied, text] : known) {
        if (is_applied) {
            applied.append(applied.empty() ? "" : ", ").append(text);
        }
    }
    return applied;
}

}  // namespace bizrec::ngx
