#include "bizrec/identity/host_name.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/identity/idna.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/reasons.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t max_label_bytes = 63;  // RFC 1035, section 2.3.4
constexpr std::size_t max_host_bytes = 253;

constexpr bool is_host_octet(char c) noexcept {
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
}

constexpr LowerOf plain_octets(is_host_octet);

/// Copies `raw` in lower case. Returns false if it has an octet other than ASCII letters, digits, "-", "_" and ".".
bool copy_plain(std::string_view raw, std::string& out) {
    out.assign(raw);
    bool plain = true;
    for (char& c : out) {
        c = plain_octets[c];
        plain = plain && c != 0;
    }
    return plain;
}

std::string_view refuse_octets(std::string_view host) noexcept {
    for (char c : host)
        if (!is_host_octet(c) && is_ascii(c))
            return c == ' ' ? reason::space_in_host : reason::bad_host;
    return {};
}

/// Facts about a name's labels that the checks need, from one pass.
struct Labels {
    std::size_t count = 0;
    std::string_view last;
    std::string_view fault;  ///< reason for the first label that is invalid; "" if none is
    bool has_punycode = false;
};

Labels labels_of(std::string_view host) noexcept {
    Labels labels;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(host.find('.', begin), host.size());
        labels.last = host.substr(begin, end - begin);
        ++labels.count;
        labels.has_punycode = labels.has_punycode || starts_with(labels.last, "xn--");
        if (labels.fault.empty() && labels.last.empty())
            labels.fault = reason::empty_label;
        else if (labels.fault.empty() && labels.last.size() > max_label_bytes)
            labels.fault = reason::label_too_long;
        if (end == host.size())
            return labels;
        begin = end + 1;
    }
}

/// Whether the label is a decimal or hexadecimal number. A host whose last label is one can only be an IPv4 address:
/// "127.1", "127.0x1", "2130706433".
bool is_number(std::string_view label) noexcept {
    if (all_digits(label))
        return true;
    if (!starts_with(label, "0x"))
        return false;
    for (char c : label.substr(2))
        if (hex_value(c) < 0)
            return false;
    return true;
}

std::string_view without_root_dot(std::string_view host) noexcept {
    return host.substr(0, host.size() - (ends_with(host, ".") ? 1 : 0));
}

void trim_host(std::string& text) {
    while (!text.empty() && is_blank(text.back()))
        text.pop_back();
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
}

constexpr bool is_dash(char32_t c) noexcept {
    return (c >= 0x2010 && c <= 0x2015) || c == 0x2043 || c == 0x2212 || c == 0xFE58 || c == 0xFE63 || c == 0xFF0D;
}

/// Writes "-" for the dashes that word processors and PDF files have for it. No name of a host has another dash.
std::string with_hyphens(std::string_view host) {
    std::string plain;
    for (std::size_t at = 0; at < host.size();) {
        const std::size_t begin = at;
        if (is_dash(next_code_point(host, at)))
            plain += '-';
        else
            plain += host.substr(begin, at - begin);
    }
    return plain;
}

/// Handles escapes, letters outside ASCII and punycode.
std::string_view normalise_by_icu(std::string_view raw, std::string& out) {
    std::string decoded = with_hyphens(percent_decode(raw));
    trim_host(decoded);  // "joes.com%20": a blank was copied along, and a program escaped it
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
    const bool plain = copy_plain(raw, out);
    Labels labels = labels_of(without_root_dot(out));
    if (!plain || labels.has_punycode) {
        if (const std::string_view why = normalise_by_icu(raw, out); !why.empty())
            return why;
        labels = labels_of(without_root_dot(out));
    }
    out.resize(without_root_dot(out).size());
    if (out.empty())
        return reason::no_host;
    if (out.size() > max_host_bytes)
        return reason::host_too_long;
    if (!labels.fault.empty())
        return labels.fault;
    if (is_number(labels.last))
        return reason::ip_address;
    return labels.count == 1 ? reason::single_label : std::string_view();
}

}  // namespace bizrec::identity
