#include "bizrec/identity/url_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/url_rest.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

/// Whether a word is "http", "https", a misspelling of them, or a defused form: "htp", "htttps", "hxxp", "ttps".
bool looks_like_http(std::string_view word) noexcept {
    if (word.size() < 3 || word.size() > 7)
        return false;
    bool has_p = false;
    bool has_t = false;
    for (char raw : word) {
        const char c = lower(raw);
        if (c != 'h' && c != 't' && c != 'x' && c != 'p' && c != 's')
            return false;
        has_p = has_p || c == 'p';
        has_t = has_t || c == 't' || c == 'x';
    }
    const char first = lower(word.front());
    return has_p && has_t && (first == 'h' || first == 't');
}

std::size_t count_letters(std::string_view text) noexcept {
    std::size_t n = 0;
    while (n < text.size() && is_letter(text[n]))
        ++n;
    return n;
}

/// Length of the separator between a broken scheme and the host: "://", ":", "//", ";//", " ://", ".//". 0 if there is
/// none.
std::size_t separator_length(std::string_view text) noexcept {
    std::size_t n = 0;
    if (text.size() > 1 && (text[0] == '.' || text[0] == ',' || text[0] == ' ') &&
        (text[1] == ':' || text[1] == ';' || text[1] == '/'))
        n = 1;
    const std::size_t marks = n;
    while (n < text.size() && (text[n] == ':' || text[n] == ';' || text[n] == '/'))
        ++n;
    if (n == marks)
        return 0;
    while (n < text.size() && (text[n] == ' ' || text[n] == '/' || text[n] == ':'))
        ++n;
    return n;
}

bool is_one_of(std::string_view word, const std::string_view* words, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i)
        if (equals_ignoring_case(word, words[i]))
            return true;
    return false;
}

constexpr ByteSet port_end("/?# "), word_end(":/?#@ "), list_mark(",;|"), authority_end("/?#\"<>"),
    rest_marks("#? ;,|\"<>&%:=");
/// Marks that may be beside the host in an authority, and marks that end the authority.
constexpr ByteSet authority_marks("/?# @&,;|:\"<>");

/// Whether the word is one that people and programs write with a colon before an address: "Website: joes.com".
bool is_label(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 13> words = {"website", "web",         "url",  "site", "homepage",
                                                        "home",    "link",        "www",  "feed", "amp",
                                                        "domain",  "view-source", "cache"};
    return is_one_of(word, words.data(), words.size());
}

bool is_mail_label(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 5> words = {"mailto", "email", "e-mail", "mail", "contact"};
    return is_one_of(word, words.data(), words.size());
}

bool is_scheme_name(std::string_view word) noexcept {
    if (word.empty() || !is_letter(word.front()))
        return false;
    for (char c : word)
        if (!is_alnum(c) && c != '+' && c != '-' && c != '.')
            return false;
    return true;
}

/// Whether the word is a scheme that may be written without slashes. "sip:joe@joes.com" must not be read as a user with
/// a password.
bool is_other_scheme(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 24> words = {
        "about", "acct",       "blob", "callto", "cid",  "data", "file", "ftp",   "facetime", "geo", "im",  "imap",
        "irc",   "javascript", "ldap", "mid",    "news", "sip",  "sips", "skype", "sms",      "tel", "urn", "xmpp"};
    return is_one_of(word, words.data(), words.size());
}

bool is_port_ahead(std::string_view after_colon) noexcept {
    const std::string_view port = after_colon.substr(0, port_end.find_in(after_colon));
    return port.empty() || all_digits(port);
}

/// Whether a password and a host follow: `after_colon` is "pw@joes.com" of "user:pw@joes.com".
bool is_password_ahead(std::string_view after_colon) noexcept {
    return after_colon.substr(0, authority_end.find_in(after_colon)).find('@') != std::string_view::npos;
}

/// Whether the word ends in "http" or "https", perhaps misspelt: "bhttp", "websitehttps".
bool ends_like_http(std::string_view word) noexcept {
    for (std::size_t size : {std::size_t{5}, std::size_t{4}})
        if (word.size() >= size && looks_like_http(word.substr(word.size() - size)))
            return true;
    return false;
}

/// Whether the address `word`:`rest` has a scheme that is refused: "ftp://joes.com", "tel:+15551234567". Not refused:
/// "joes.com:80", "joes.com://", "user:pw@joes.com". Not inlined, because few addresses have such a scheme.
[[gnu::noinline]] bool is_refused_scheme(std::string_view word, std::string_view rest) noexcept {
    if (!is_scheme_name(word))
        return false;
    if (starts_with(rest, "//"))
        return word.find('.') == std::string_view::npos && !ends_like_http(word);
    return !is_port_ahead(rest) && (is_other_scheme(word) || !is_password_ahead(rest));
}

/// Length of "https://" or "http://" if `text` begins with one of these and a host, which is the usual case. 0 for all
/// other texts, which take_scheme() handles.
std::size_t plain_scheme_length(std::string_view text) noexcept {
    constexpr std::string_view scheme = "http";
    for (std::size_t i = 0; i < scheme.size(); ++i)
        if (text.size() <= i || text[i] != scheme[i])
            return 0;
    const std::size_t letters = scheme.size() + (text.size() > scheme.size() && text[scheme.size()] == 's' ? 1 : 0);
    const bool is_plain = text.size() > letters + 3 && text[letters] == ':' && text[letters + 1] == '/' &&
                          text[letters + 2] == '/' && is_alnum(text[letters + 3]);
    return is_plain ? letters + 3 : 0;
}

enum class Step { again, done };

/// Removes one scheme, label or run of slashes from the front of `text`.
Step take_scheme(std::string_view& text, UrlParts& parts) noexcept {
    const char first = text.empty() ? '\0' : lower(text.front());
    if (first == 'h' || first == 't') {
        const std::size_t letters = count_letters(text);
        const bool is_http = looks_like_http(text.substr(0, letters));
        if (is_http && starts_with_ignoring_case(text.substr(letters), ".www.")) {  // "http.www.joes.com"
            text.remove_prefix(letters + 1);
            parts.has_scheme = true;
            return Step::again;
        }
        if (const std::size_t length = is_http ? separator_length(text.substr(letters)) : 0; length > 0) {
            text.remove_prefix(letters + length);
            parts.has_scheme = true;
            return Step::again;
        }
    }
    if (first == '/') {
        text.remove_prefix(text.find_first_not_of('/') == std::string_view::npos ? text.size()
                                                                                 : text.find_first_not_of('/'));
        return Step::done;
    }
    if (parts.has_scheme || parts.is_mail)
        return Step::done;
    const std::size_t colon = word_end.find_in(text);
    if (colon == std::string_view::npos || text[colon] != ':')
        return Step::done;
    const std::string_view word = text.substr(0, colon);
    const std::string_view rest = text.substr(colon + 1);
    if (is_label(word) || is_mail_label(word)) {
        parts.is_mail = is_mail_label(word);
        const std::size_t begin = rest.find_first_not_of(" /");
        text = begin == std::string_view::npos ? std::string_view() : rest.substr(begin);
        return Step::again;
    }
    if (is_refused_scheme(word, rest))
        parts.refusal = reason::other_scheme;
    return Step::done;
}

/// Whether the authority is an address, white space, and the scheme of a second address: "a.example http://",
/// "a.example, http://". False for prose ("Joe's place http://"), and for a mail address, because the website after it
/// says more.
bool is_whole_address_in_front(std::string_view authority) noexcept {
    const std::size_t space = authority.find(' ');
    if (space == std::string_view::npos)
        return false;
    const std::string_view word = authority.substr(0, space);
    const std::size_t dot = word.find('.');
    return dot != std::string_view::npos && dot > 0 && word.find_first_not_of(".,;|", dot) != std::string_view::npos &&
           word.find('@') == std::string_view::npos;
}

/// Returns the text after a second scheme that is glued to a broken first attempt: "www.example.com" of
/// "https://www.bhttps://www.example.com". Empty if there is no such scheme.
std::string_view after_glued_scheme(std::string_view authority, std::string_view rest) noexcept {
    if (!ends_with(authority, ":") || !starts_with(rest, "//"))
        return {};
    if (is_whole_address_in_front(authority))
        return {};
    authority.remove_suffix(1);
    std::size_t begin = authority.size();
    while (begin > 0 && is_letter(authority[begin - 1]))
        --begin;
    const std::string_view word = authority.substr(begin);
    if (begin > 0 && std::string_view(",;|").find(authority[begin - 1]) != std::string_view::npos)
        return {};  // "a.example;https://b.example" is a list, whose first entry counts
    return ends_like_http(word) ? rest.substr(2) : std::string_view();
}

/// Returns "joes.com" of "joes.comhttps:". Empty if a blank parts the two: "info@joes.com https:". Call it after
/// after_glued_scheme() has found a glued scheme.
std::string_view in_front_of_scheme(std::string_view authority) noexcept {
    authority.remove_suffix(1);
    for (std::size_t size : {std::size_t{5}, std::size_t{4}})
        if (authority.size() >= size && looks_like_http(authority.substr(authority.size() - size))) {
            const std::string_view front = authority.substr(0, authority.size() - size);
            return ends_with(front, " ") ? std::string_view() : front;
        }
    return {};
}

void split_port(UrlParts& parts) noexcept {
    if (!parts.host.empty() && parts.host.front() == '[')
        return;
    const std::size_t colon = parts.host.find(':');
    if (colon == std::string_view::npos)
        return;
    std::string_view port = parts.host.substr(colon + 1);
    parts.host = parts.host.substr(0, colon);
    while (port.size() > 1 && port.front() == '0')
        port.remove_prefix(1);
    unsigned number = 0;
    for (char c : port.substr(0, 6))
        number = is_digit(c) ? number * 10 + static_cast<unsigned>(c - '0') : 100000;
    if ((!port.empty() && !all_digits(port)) || port.size() > 5 || number > 65535)
        parts.refusal = reason::bad_port;
}

/// Cuts at the first list mark. Sets parts.is_list if another address follows it: "a.example;https:".
std::string_view first_of_list(std::string_view authority, UrlParts& parts) noexcept {
    const std::size_t mark = list_mark.find_in(authority);
    if (mark == std::string_view::npos)
        return authority;
    parts.is_list = parts.is_list || authority.find_first_not_of(",;|", mark) != std::string_view::npos;
    return authority.substr(0, mark);
}

void split_authority(std::string_view authority, UrlParts& parts) noexcept {
    // Without a scheme, a list of addresses is more likely than a password with a comma.
    if (!parts.has_scheme)
        authority = first_of_list(authority, parts);
    const std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos) {
        authority = without_stray_query(authority);
    } else {
        parts.has_user = at > 0;
        const bool has_password = authority.substr(0, at).find(':') != std::string_view::npos;
        parts.is_mail = parts.is_mail || (at > 0 && !parts.has_scheme && !has_password);
        authority.remove_prefix(at + 1);
    }
    parts.host = first_of_list(authority, parts);
    split_port(parts);
}

void split_rest(std::string_view rest, UrlParts& parts) noexcept {
    if (rest_marks.find_in(rest) == std::string_view::npos)
        parts.path = rest;
    else
        split_marked_rest(rest, parts);
}

}  // namespace

UrlParts split_url(std::string_view text) noexcept {
    UrlParts parts;
    if (const std::size_t length = plain_scheme_length(text); length > 0) {
        text.remove_prefix(length);
        parts.has_scheme = true;
    }
    bool is_trimmed = false;
    for (;;) {
        while (take_scheme(text, parts) == Step::again) {
        }
        if (!parts.refusal.empty())
            return parts;
        const std::size_t mark = std::min(authority_marks.find_in(text), text.size());
        const std::size_t end = authority_end.find_in(text, mark);
        if (mark == text.size() || end == mark) {  // the authority is only a host
            parts.host = text.substr(0, mark);
            split_rest(text.substr(mark), parts);
            return parts;
        }
        std::string_view authority = text.substr(0, end);
        const std::string_view rest = end == std::string_view::npos ? std::string_view() : text.substr(end);
        if (const std::string_view next = after_glued_scheme(authority, rest); !next.empty()) {
            if (parts.glued.empty())
                parts.glued = in_front_of_scheme(authority);
            // Drops the closing bracket of "Joe's (https://joes.com/menu)", which opens in front of the address. Trims
            // only once, so that the loop takes linear time.
            text = is_trimmed ? next : trim_pasted(next);
            is_trimmed = true;
            parts.has_scheme = true;
            continue;
        }
        const std::size_t space = authority.find(' ');
        if (space != std::string_view::npos) {
            parts.tail = text.substr(space + 1);
            authority = authority.substr(0, space);
            parts.is_list =
                !authority.empty() && std::string_view(",;|").find(authority.back()) != std::string_view::npos;
            split_authority(authority, parts);
            return parts;
        }
        split_authority(authority, parts);
        if (!parts.is_list)  // otherwise the rest belongs to a later address: "a.example;https://b.example"
            split_rest(rest, parts);
        return parts;
    }
}

}  // namespace bizrec::identity
