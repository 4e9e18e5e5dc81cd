#include "bizrec/identity/host_name.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/identity/idna.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/reasons.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t longest_label = 63;  // RFC 1035, section 2.3.4
constexpr std::size_t longest_host = 253;

constexpr bool is_host_octet(char c) noexcept {
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
}

/// Copies in lower case; false where only ICU can tell what the name is.
bool copy_plain(std::string_view raw, std::string& out) {
    out.clear();
    for (char c : raw) {
        if (!is_host_octet(c))
            return false;
        out += lower(c);
    }
    return true;
}

bool has_punycode(std::string_view host) noexcept {
    for (std::size_t at = host.find("xn--"); at != std::string_view::npos; at = host.find("xn--", at + 4))
        if (at == 0 || host[at - 1] == '.')
            return true;
    return false;
}

std::string_view refuse_octets(std::string_view host) noexcept {
    for (char c : host)
        if (!is_host_octet(c) && is_ascii(c))
            return c == ' ' ? reason::space_in_host : reason::bad_host;
    return {};
}

std::string_view check_labels(std::string_view host) noexcept {
    if (host.size() > longest_host)
        return reason::host_too_long;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= host.size(); ++i) {
        if (i < host.size() && host[i] != '.')
            continue;
        if (i == begin)
            return reason::empty_label;
        if (i - begin > longest_label)
            return reason::label_too_long;
        begin = i + 1;
    }
    return {};
}

/// A host whose last label is a number is an IPv4 address or nothing: "127.1", "0x7f.1", "2130706433".
bool ends_in_number(std::string_view host) noexcept {
    std::string_view label = host.substr(host.rfind('.') + 1);
    if (all_digits(label))
        return true;
    if (!starts_with(label, "0x"))
        return false;
    for (char c : label.substr(2))
        if (hex_value(c) < 0)
            return false;
    return true;
}

void trim_blanks(std::string& text) {
    while (!text.empty() && is_blank(text.back()))
        text.pop_back();
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
}

/// Escapes, letters outside ASCII and punycode.
std::string_view normalise_by_icu(std::string_view raw, std::string& out) {
    std::string decoded = percent_decode(raw);
    trim_blanks(decoded);  // "joes.com%20": what was pasted along, escaped by a program
    if (const std::string_view why = refuse_octets(decoded); !why.empty())
        return why;
    if (!domain_to_ascii(decoded, out))
        return reason::bad_unicode;
    return refuse_octets(out);
}

}  // namespace

std::string_view normalise_host(std::string_view raw, std::string& out) {
    if (raw.empty())
        return reason::no_host;
    if (raw.front() == '[')
        return reason::ip_address;
    if (!copy_plain(raw, out) || has_punycode(out)) {
        if (const std::string_view why = normalise_by_icu(raw, out); !why.empty())
            return why;
    }
    if (!out.empty() && out.back() == '.')
        out.pop_back();
    if (out.empty())
        return reason::no_host;
    if (const std::string_view why = check_labels(out); !why.empty())
        return why;
    if (ends_in_number(out))
        return reason::ip_address;
    if (out.find('.') == std::string::npos)
        return reason::single_label;
    return {};
}

}  // namespace bizrec::identity
