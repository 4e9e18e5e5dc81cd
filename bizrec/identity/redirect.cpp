#include "bizrec/identity/redirect.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/base64url.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/identity/path_pattern.hpp"
#include "bizrec/identity/percent.hpp"

namespace bizrec::identity {
namespace {

constexpr ByteSet marks_of_links(".:%");

/// Whether "%25XX" is directly before `end`: an escape such as "%252F" that a program has escaped again.
bool ends_with_escape_twice(std::string_view path, std::size_t end) noexcept {
    return end >= 5 && path.substr(end - 5, 3) == "%25";
}

}  // namespace

bool may_hold_link(std::string_view path) noexcept {
    return marks_of_links.find_in(path) != std::string_view::npos;
}

std::size_t glued_link_in(std::string_view path) noexcept {
    for (std::size_t at = marks_of_links.find_in(path); at != std::string_view::npos;
         at = marks_of_links.find_in(path, at + 1)) {
        for (std::string_view word : {"www", "https", "http"}) {
            const bool may_be = path[at] == (word == "www" ? '.' : ':') && at > word.size();
            const std::size_t begin = may_be ? at - word.size() : 0;
            if (!may_be || !equals_ignoring_case(path.substr(begin, word.size()), word))
                continue;
            const bool is_after_escape = begin >= 3 && (path[begin - 3] == '%' || ends_with_escape_twice(path, begin));
            if ((is_alnum(path[begin - 1]) || path[begin - 1] == '_') && !is_after_escape)
                return begin;
        }
    }
    return std::string_view::npos;
}

InnerLink inner_link_at(std::string_view rest) noexcept {
    InnerLink inner;
    if (starts_with(rest, "@"))
        rest.remove_prefix(1);
    std::string_view text = rest;
    const std::string_view word = text.substr(0, text.find_first_of(":/"));
    inner.has_scheme = equals_ignoring_case(word, "http") || equals_ignoring_case(word, "https");
    if (inner.has_scheme)
        text.remove_prefix(std::min(text.find_first_not_of(":/", word.size()), text.size()));
    inner.host = text.substr(0, text.find_first_of(":/"));
    const bool is_host = inner.host.find('.') != std::string_view::npos && inner.host.back() != '.';
    if (!is_host)
        inner.host = {};
    if (is_host || inner.has_scheme)
        inner.link = rest;
    return inner;
}

namespace {

constexpr std::string_view run_marks = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t min_run_bytes = 2;

std::string after_host(const UrlParts& url) {
    std::string text(url.path);
    if (!url.query.empty())
        text.append("?").append(url.query);
    if (!url.fragment.empty())
        text.append("#").append(url.fragment);
    return text;
}

/// Returns the length in octets of the first `count` characters of UTF-8 text.
std::size_t octets_of(std::string_view text, std::size_t count) noexcept {
    std::size_t at = 0;
    for (; count > 0 && at < text.size(); --count)
        do
            ++at;
        while (at < text.size() && is_utf8_continuation(text[at]));
    return at;
}

/// Copies `text`, and puts the characters of `replaced` in the place of its stars (see from_proofpoint3()). Stars for
/// which no character is left stay.
std::string without_stars(std::string_view text, std::string_view replaced) {
    std::string address;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '*' || replaced.empty()) {
            address += text[at];
            continue;
        }
        std::size_t count = 1;
        if (text.compare(at, 2, "**") == 0 && at + 2 < text.size()) {
            count = min_run_bytes + std::min(run_marks.find(text[at + 2]), run_marks.size());
            at += 2;
        }
        const std::size_t octets = octets_of(replaced, count);
        address += replaced.substr(0, octets);
        replaced.remove_prefix(octets);
    }
    return address;
}

}  // namespace

std::string from_proofpoint2(std::string value) {
    for (char& c : value)
        c = c == '-' ? '%' : c == '_' ? '/' : c;
    return percent_decode(value);
}

std::string from_proofpoint3(const UrlParts& url) {
    const std::string text = after_host(url);
    const std::size_t mark = text.find("__");
    if (mark == std::string::npos)
        return {};
    const std::string_view rest =
        std::string_view(text).substr(std::min(text.find_first_not_of('_', mark), text.size()));
    const std::size_t end = rest.find("__;");
    if (end == std::string_view::npos)  // Check Point writes three underscores and a dot
        return std::string(rest.substr(0, std::min(rest.find("___."), rest.find("__"))));
    const std::string_view behind = rest.substr(end + 3);
    std::string replaced;
    decode_base64url(behind.substr(0, behind.find('!')), replaced);
    return without_stars(rest.substr(0, end), replaced);
}

namespace {

using RedirectRow = RedirectTable::Row;
using RedirectForm = RedirectTable::Form;

/// Returns the rest of `path` after the segments of `prefix`, without leading slashes; nullopt if the path does not
/// begin with these segments.
std::optional<std::string_view> behind(std::string_view prefix, std::string_view path) noexcept {
    for (std::string_view wanted = next_segment(prefix); !wanted.empty(); wanted = next_segment(prefix))
        if (!equals_ignoring_case(next_segment(path), wanted))
            return std::nullopt;
    const std::size_t begin = path.find_first_not_of('/');
    return begin == std::string_view::npos ? std::string_view() : path.substr(begin);
}

std::string with_query(std::string_view rest, std::string_view query) {
    std::string address(rest);
    if (!address.empty() && !query.empty()) {
        address += '?';
        address += query;
    }
    return address;
}

std::string first_parameter(std::string_view names, std::string_view query) {
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        if (auto value = query_value(query, names.substr(0, bar)))
            return *value;
        names.remove_prefix(bar == std::string_view::npos ? names.size() : bar + 1);
    }
    return {};
}

/// Extracts the address after a time stamp: digits or "*", perhaps with a mode such as "id_", and a slash
/// ("20200101000000id_/https://joes.example/"). Words such as "newest" or "save", or nothing, may take its place if the
/// address begins with "http".
std::string after_time_stamp(std::string_view rest, std::string_view query) {
    const std::string_view stamp = rest.substr(0, rest.find('/'));
    if (stamp.empty() || (!is_digit(stamp.front()) && stamp.front() != '*') || stamp.size() == rest.size()) {
        const std::size_t begin = starts_with_ignoring_case(rest, "http") ? 0 : rest.find("/http") + 1;
        return begin > 0 || starts_with_ignoring_case(rest, "http") ? with_query(rest.substr(begin), query)
                                                                    : std::string();
    }
    return with_query(rest.substr(stamp.size() + 1), query);
}

/// Extracts the address of "cache:AbCdEfGhIjK1:https://joes.example/+joes". The id of 12 characters may be missing.
std::string after_cache_mark(std::string value) {
    constexpr std::string_view mark = "cache:";
    if (!starts_with(value, mark))
        return {};
    value.erase(0, mark.size());
    const std::size_t colon = value.find(':');
    if (colon == 12 && value.compare(colon, 3, "://") != 0)
        value.erase(0, colon + 1);
    return value.substr(0, value.find_first_of("+ "));
}

std::string from_base64(std::string_view value) {
    if (starts_with(value, "a1"))
        value.remove_prefix(2);
    std::string address;
    return decode_base64url(value, address) && starts_with_ignoring_case(address, "http") ? address : std::string();
}

/// Drops the hash that Disqus appends: "https://joes.example/menu:8qVXjXyC1dJdrUQ4xu5uyWIRnrc".
std::string without_hash(std::string value) {
    constexpr std::size_t hash_characters = 27;  // SHA-1 in base64url
    if (value.size() > hash_characters && value[value.size() - hash_characters - 1] == ':')
        value.resize(value.size() - hash_characters - 1);
    return value;
}

/// Extracts the address of "#auto/en/https%3A%2F%2Fjoes.example".
std::string in_fragment(std::string_view fragment) {
    const std::string decoded = percent_decode(fragment);
    const std::size_t begin = decoded.find("http");
    return begin == std::string::npos ? std::string() : decoded.substr(begin);
}

std::string yahoo_target(std::string_view path) {
    const std::size_t begin = path.find("/RU=");
    if (begin == std::string_view::npos)
        return {};
    const std::string_view rest = path.substr(begin + 4);
    return percent_decode(rest.substr(0, rest.find('/')));
}

std::string last_segment(std::string_view path) {
    std::string_view last;
    for (std::string_view segment = next_segment(path); !segment.empty(); segment = next_segment(path))
        last = segment;
    return starts_with_ignoring_case(last, "http") ? percent_decode(last) : std::string();
}

/// Decodes "www-joes--bbq-example": "-" is a dot, "--" a hyphen.
std::string after_hyphens(std::string_view host, std::string_view own) {
    if (host.size() <= own.size() + 1)
        return {};
    host.remove_suffix(own.size() + 1);
    std::string name;
    for (std::size_t i = 0; i < host.size(); ++i) {
        const bool doubled = host[i] == '-' && i + 1 < host.size() && host[i + 1] == '-';
        name += host[i] != '-' ? host[i] : doubled ? '-' : '.';
        i += doubled ? 1 : 0;
    }
    return name;
}

/// Drops the ending of a picture: "joes.example.ico" is the icon of joes.example.
std::string without_picture_ending(std::string_view rest) {
    rest = rest.substr(0, rest.find('/'));
    for (std::string_view ending : {".ico", ".png", ".svg", ".jpg", ".webp"})
        if (rest.size() > ending.size() && equals_ignoring_case(rest.substr(rest.size() - ending.size()), ending))
            rest.remove_suffix(ending.size());
    return percent_decode(rest);
}

std::string log_in_target(std::string_view parameters, std::string_view host, std::string_view query) {
    std::string target = first_parameter(parameters, query);
    return starts_with(target, "/") && !starts_with(target, "//") ? std::string(host) + target : target;
}

std::string target_of(const RedirectRow& row, const UrlParts& url, std::string_view host, std::string_view rest) {
    switch (row.form) {
        case RedirectForm::parameter:
        case RedirectForm::site:
            return first_parameter(row.parameters, url.query);
        case RedirectForm::log_in:
            return log_in_target(row.parameters, host, url.query);
        case RedirectForm::rest:
            return with_query(rest, url.query);
        case RedirectForm::last:
            return last_segment(url.path);
        case RedirectForm::query:
            return percent_decode(url.query);
        case RedirectForm::archive:
            return after_time_stamp(rest, url.query);
        case RedirectForm::cache:
            return after_cache_mark(first_parameter(row.parameters, url.query));
        case RedirectForm::base64:
            return from_base64(first_parameter(row.parameters, url.query));
        case RedirectForm::proofpoint2:
            return from_proofpoint2(first_parameter(row.parameters, url.query));
        case RedirectForm::proofpoint3:
            return from_proofpoint3(url);
        case RedirectForm::yahoo:
            return yahoo_target(url.path);
        case RedirectForm::host:
            return after_hyphens(host, row.host) + std::string(url.path);
        case RedirectForm::icon:
            return without_picture_ending(rest);
        case RedirectForm::disqus:
            return without_hash(first_parameter(row.parameters, url.query));
        case RedirectForm::fragment:
            return in_fragment(url.fragment);
        case RedirectForm::about:
            break;
    }
    return {};
}

/// Whether an address that matches `row`, but shows no target, may be an ordinary page of the site. With the forms
/// log_in and about, only the home page may, and only if the row has no path. With the forms yahoo, icon, archive,
/// rest, last and fragment, every page may. With all other forms, a page without parameters may, if the row has no
/// path.
bool may_be_a_page(const RedirectRow& row, const UrlParts& url) noexcept {
    if (row.form == RedirectForm::log_in || row.form == RedirectForm::about)
        return row.path.empty() && url.query.empty() && url.path.find_first_not_of('/') == std::string_view::npos;
    if (row.form == RedirectForm::yahoo || row.form == RedirectForm::icon || row.form == RedirectForm::archive ||
        row.form == RedirectForm::rest || row.form == RedirectForm::last || row.form == RedirectForm::fragment)
        return true;
    return row.path.empty() && url.query.empty();
}

}  // namespace

Unwrapped unwrap_redirect(const LinkRules& rules, const UrlParts& url, std::string_view host,
                          std::string_view brand_label, std::string& target) {
    Unwrapped without_target = Unwrapped::no_redirect;
    RedirectTable::RowsOf rows(rules.redirects(), host, brand_label);
    while (const RedirectRow* const next = rows.next()) {
        const RedirectRow& row = *next;
        const auto rest = behind(row.path, url.path);
        if (!rest)
            continue;
        target = target_of(row, url, host, *rest);
        if (!target.empty())
            return row.form == RedirectForm::site ? Unwrapped::site : Unwrapped::target;
        if (without_target != Unwrapped::no_redirect || may_be_a_page(row, url))
            continue;
        if (row.form == RedirectForm::about)
            return Unwrapped::about;
        without_target = row.form == RedirectForm::log_in ? Unwrapped::log_in : Unwrapped::hidden;
    }
    return without_target;
}

}  // namespace bizrec::identity
