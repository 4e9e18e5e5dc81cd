#include "bizrec/identity/page_path.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/identity/percent.hpp"

namespace bizrec::identity {

namespace {

constexpr bool is_unreserved(char c) noexcept {
    return is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

void append_escape(unsigned char byte, std::string& out) {
    out += '%';
    append_hex(out, byte);
}

void append_octet(char c, bool was_escaped, std::string& out) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_unreserved(c) || (!was_escaped && byte > 0x20 && byte < 0x7F))
        out += lower(c);
    else
        append_escape(byte, out);
}

/// Appends "/segment", or removes the last segment for "..".
void append_segment(std::string_view segment, std::string& out) {
    const std::size_t begin = out.size();
    out += '/';
    for (std::size_t i = 0; i < segment.size() && out.size() < longest_page_path; ++i) {
        const int byte = escape_at(segment, i);
        if (byte >= 0)
            i += 2;
        append_octet(byte >= 0 ? static_cast<char>(byte) : segment[i], byte >= 0, out);
    }
    const std::string_view added = std::string_view(out).substr(begin + 1);
    if (added == "..")
        out.resize(begin == 0 ? 0 : out.rfind('/', begin - 1));
    else if (added.empty() || added == ".")
        out.resize(begin);
}

void drop_session_id(std::string& out) {
    const std::size_t at = out.rfind(";jsessionid=");
    if (at != std::string::npos)
        out.resize(at);
}

void drop_index_file(std::string& out) {
    constexpr std::array<std::string_view, 2> names = {"/index.", "/default."};
    constexpr std::array<std::string_view, 12> extensions = {"html", "htm",  "php", "asp",   "aspx",  "jsp",
                                                             "cfm",  "php5", "cgi", "shtml", "xhtml", "do"};
    const std::size_t slash = out.rfind('/');
    if (slash == std::string::npos)
        return;
    const std::string_view file = std::string_view(out).substr(slash);
    for (std::string_view name : names)
        for (std::string_view extension : extensions)
            if (file.size() == name.size() + extension.size() && starts_with(file, name) &&
                ends_with(file, extension)) {
                out.resize(slash);
                return;
            }
}

/// Cuts the path to longest_page_path. Removes half an escape that the cut left at the end, and slashes at the end.
void trim_end(std::string& out) {
    if (out.size() > longest_page_path)
        out.resize(longest_page_path);
    const std::size_t escape = out.rfind('%');
    if (out.size() == longest_page_path && escape != std::string::npos && escape + 2 >= out.size())
        out.resize(escape);
    while (!out.empty() && out.back() == '/')
        out.pop_back();
}

/// Parameters that advertisers, mail programs, browsers and language menus append. In lower case.
constexpr std::array<std::string_view, 58> appended_names = {
    "_ga",        "_gl",         "_ke",        "_kx",           "_openstat", "amp",       "at_campaign", "at_medium",
    "campaignid", "cjevent",     "cmpid",      "dclid",         "epik",      "fbclid",    "gbraid",      "gclid",
    "gclsrc",     "gws_rd",      "hl",         "hsctatracking", "igsh",      "igshid",    "irclickid",   "lang",
    "language",   "li_fat_id",   "locale",     "mc_cid",        "mc_eid",    "mibextid",  "mkt_tok",     "msclkid",
    "phpsessid",  "pk_campaign", "pk_content", "pk_kwd",        "pk_medium", "pk_source", "rdt_cid",     "ref",
    "referer",    "referrer",    "rwg_token",  "s_cid",         "s_kwcid",   "srsltid",   "ttclid",      "twclid",
    "usqp",       "vero_conv",   "vero_id",    "wbraid",        "wickedid",  "y_source",  "yclid",       "ymclid",
    "ysclid",     "zanpid"};
constexpr std::array<std::string_view, 13> appended_prefixes = {
    "_branch_", "_hs", "_x_tr_", "fb_", "ga_", "gad_", "hsa_", "mtm_", "oly_", "ref_", "trk", "utm_", "wt."};

/// Whether the parameter says where a visitor came from, or which language the visitor reads, not which page is shown.
/// "cid" is not listed, because it is a company's number on many sites.
bool is_appended(std::string_view name) noexcept {
    const auto is_name = [name](std::string_view one) { return equals_ignoring_case(name, one); };
    const auto is_prefix = [name](std::string_view prefix) { return starts_with_ignoring_case(name, prefix); };
    return std::any_of(appended_names.begin(), appended_names.end(), is_name) ||
           std::any_of(appended_prefixes.begin(), appended_prefixes.end(), is_prefix);
}

/// Appends the parameters whose value `tells` accepts, except those that is_appended() names.
template <class Tells>
void append_parameters(std::string_view query, std::string& path, const Tells& tells) {
    char mark = '?';
    while (!query.empty()) {
        const std::string_view parameter = query.substr(0, query.find_first_of("&;"));
        query.remove_prefix(std::min(query.size(), parameter.size() + 1));
        const std::size_t equals = parameter.find('=');
        if (equals == std::string_view::npos || !tells(parameter.substr(equals + 1)) ||
            is_appended(parameter.substr(0, equals)))
            continue;
        path += path.empty() ? "/" : "";
        path += mark;
        for (char c : parameter)
            path += lower(c);
        mark = '&';
    }
}

}  // namespace

void normalise_page_path(std::string_view path, std::string& out) {
    out.clear();
    if (path.empty() || path == "/")
        return;  // most addresses are home pages
    while (!path.empty() && out.size() < longest_page_path) {
        const std::size_t end = path.find('/');
        append_segment(path.substr(0, end), out);
        path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
    }
    drop_session_id(out);
    trim_end(out);
    drop_index_file(out);
}

void append_page_numbers(std::string_view query, std::string& path) {
    const std::size_t page = path.size();
    const bool has_number = std::any_of(path.begin(), path.end(), is_digit);
    append_parameters(query, path, all_digits);
    if (path.size() == page && page > 0 && !has_number)
        append_parameters(query, path, [](std::string_view value) { return !value.empty(); });
}

}  // namespace bizrec::identity
