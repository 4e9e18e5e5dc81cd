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
    for (std::size_t i = 0; i < segment.size() && out.size() < max_page_path_bytes; ++i) {
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

/// Whether the name of a file is `name`, a dot and an ending of pages: "index.html", "default.aspx".
bool is_page_file(std::string_view file, std::string_view name) noexcept {
    constexpr std::array<std::string_view, 12> extensions = {"html", "htm",  "php", "asp",   "aspx",  "jsp",
                                                             "cfm",  "php5", "cgi", "shtml", "xhtml", "do"};
    if (!starts_with(file, name) || file.size() < name.size() + 2 || file[name.size()] != '.')
        return false;
    const std::string_view extension = file.substr(name.size() + 1);
    return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

void drop_index_file(std::string& out) {
    const std::size_t slash = out.rfind('/');
    if (slash == std::string::npos)
        return;
    const std::string_view file = std::string_view(out).substr(slash + 1);
    if (file.empty() || (file[0] != 'i' && file[0] != 'd'))
        return;
    if (is_page_file(file, "index") || is_page_file(file, "default"))
        out.resize(slash);
}

void drop_slashes_at_end(std::string& path) {
    while (!path.empty() && path.back() == '/')
        path.pop_back();
}

/// Cuts the path to max_page_path_bytes. Removes half an escape that the cut left at the end, and slashes at the end.
void trim_end(std::string& out) {
    if (out.size() > max_page_path_bytes)
        out.resize(max_page_path_bytes);
    const std::size_t escape = out.rfind('%');
    if (out.size() == max_page_path_bytes && escape != std::string::npos && escape + 2 >= out.size())
        out.resize(escape);
    drop_slashes_at_end(out);
}

/// Parameters that advertisers, mail programs, browsers and language menus append. In lower case, sorted.
constexpr std::array<std::string_view, 104> appended_names = {"__tn__",
                                                              "_ga",
                                                              "_gl",
                                                              "_ke",
                                                              "_kx",
                                                              "_openstat",
                                                              "_r",
                                                              "_rdc",
                                                              "_rdr",
                                                              "_t",
                                                              "ab_channel",
                                                              "adgroupid",
                                                              "amp",
                                                              "at_campaign",
                                                              "at_medium",
                                                              "brid",
                                                              "campaignid",
                                                              "cjevent",
                                                              "cmpid",
                                                              "creative",
                                                              "dclid",
                                                              "device",
                                                              "dm_i",
                                                              "eid",
                                                              "entry_point",
                                                              "epik",
                                                              "fbaid",
                                                              "fbclid",
                                                              "fref",
                                                              "gbraid",
                                                              "gclid",
                                                              "gclsrc",
                                                              "guccounter",
                                                              "gws_rd",
                                                              "hl",
                                                              "hsctatracking",
                                                              "ig_rid",
                                                              "igsh",
                                                              "igshid",
                                                              "irclickid",
                                                              "kwid",
                                                              "lang",
                                                              "language",
                                                              "li_fat_id",
                                                              "loc_physical_ms",
                                                              "locale",
                                                              "matchtype",
                                                              "mc_cid",
                                                              "mc_eid",
                                                              "mcp_token",
                                                              "mibextid",
                                                              "midtoken",
                                                              "mkt_tok",
                                                              "msclkid",
                                                              "noamp",
                                                              "nocache",
                                                              "originalsubdomain",
                                                              "outputtype",
                                                              "paipv",
                                                              "phpsessid",
                                                              "pk_campaign",
                                                              "pk_content",
                                                              "pk_kwd",
                                                              "pk_medium",
                                                              "pk_source",
                                                              "qclid",
                                                              "rb_clickid",
                                                              "rdid",
                                                              "rdt_cid",
                                                              "ref",
                                                              "referer",
                                                              "referrer",
                                                              "refsrc",
                                                              "rwg_token",
                                                              "s_cid",
                                                              "s_kwcid",
                                                              "sccid",
                                                              "sfnsn",
                                                              "share_url",
                                                              "srsltid",
                                                              "sscid",
                                                              "tblci",
                                                              "trackingid",
                                                              "triedredirect",
                                                              "ttclid",
                                                              "twclid",
                                                              "usg",
                                                              "usqp",
                                                              "ved",
                                                              "vero_conv",
                                                              "vero_id",
                                                              "view_public_for",
                                                              "viewas",
                                                              "viewasmember",
                                                              "wbraid",
                                                              "wickedid",
                                                              "wtsid",
                                                              "xmt",
                                                              "y_source",
                                                              "yclid",
                                                              "ymclid",
                                                              "ysclid",
                                                              "ytclid",
                                                              "zanpid"};
constexpr std::array<std::string_view, 20> appended_prefixes = {
    "__cf_", "__xts__", "_branch_", "_hs",  "_x_tr_", "cq_",   "elq", "fb_",  "ga_",  "gad_",
    "guce_", "hsa_",    "mtm_",     "oly_", "ref_",   "sfmc_", "trk", "utm_", "vgo_", "wt."};

/// Whether the parameter says where a visitor came from, or which language the visitor reads, not which page is shown.
/// "cid" is not listed, because it is a company's number on many sites.
bool is_appended(std::string_view name) noexcept {
    std::array<char, 24> buffer{};  // longer than each name and prefix
    const std::size_t size = std::min(name.size(), buffer.size());
    std::transform(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(size), buffer.begin(), lower);
    const std::string_view lower_case(buffer.data(), size);
    const auto is_prefix = [lower_case](std::string_view prefix) {
        return !lower_case.empty() && lower_case[0] == prefix[0] && starts_with(lower_case, prefix);
    };
    return std::binary_search(appended_names.begin(), appended_names.end(), lower_case) ||
           std::any_of(appended_prefixes.begin(), appended_prefixes.end(), is_prefix);
}

/// Returns the value before debris that was pasted after the address: "12" of "12🍕", "12|", "12, Joe's" and "12/". A
/// text may contain more marks than a number. So a text only loses the slashes at its end, as a path does.
std::string_view without_debris(std::string_view value) noexcept {
    while (!value.empty() && value.back() == '/')
        value.remove_suffix(1);
    std::size_t end = 0;
    while (end < value.size() && is_digit(value[end]))
        ++end;
    if (end > 0 && starts_with_ignoring_case(value.substr(end), "http"))
        return value.substr(0, end);
    if (end > 0 && end < value.size() && !is_alnum(value[end]) &&
        std::string_view("-_.%+:~").find(value[end]) == std::string_view::npos)
        return value.substr(0, end);
    return value;
}

/// Cuts a path with parameters to max_page_path_bytes, and removes the slashes that the cut left at its end.
void cut_parameters(std::string& path) {
    if (path.size() <= max_page_path_bytes)
        return;
    path.resize(max_page_path_bytes);
    drop_slashes_at_end(path);
}

/// Appends the parameters whose value `tells` accepts, except those that is_appended() names.
template <class Tells>
void append_parameters(std::string_view query, std::string& path, const Tells& tells) {
    char mark = '?';
    while (!query.empty()) {
        std::string_view parameter = query.substr(0, query.find_first_of("&;"));
        query.remove_prefix(std::min(query.size(), parameter.size() + 1));
        const std::size_t equals = parameter.find('=');
        if (equals != std::string_view::npos)
            parameter = parameter.substr(0, equals + 1 + without_debris(parameter.substr(equals + 1)).size());
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
    while (!path.empty() && out.size() < max_page_path_bytes) {
        const std::size_t end = path.find('/');
        append_segment(path.substr(0, end), out);
        path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
    }
    drop_session_id(out);
    trim_end(out);
    drop_index_file(out);
}

void append_page_numbers(std::string_view query, PageTexts texts, std::string& path) {
    const std::size_t page = path.size();
    const bool has_number = std::any_of(path.begin(), path.end(), is_digit);
    append_parameters(query, path, all_digits);
    if (path.size() == page && (texts == PageTexts::all || (page > 0 && !has_number)))
        append_parameters(query, path, [](std::string_view value) { return !value.empty(); });
    cut_parameters(path);
}

void append_page_route(std::string_view fragment, std::string& path) {
    const std::string_view route = fragment.substr(starts_with(fragment, "!") ? 1 : 0);
    std::string plain;
    if (starts_with(route, "/"))
        normalise_page_path(route.substr(0, route.find('?')), plain);
    if (!plain.empty())
        path.append(path.empty() ? "/" : "").append(path.find('?') == std::string::npos ? "?#" : "&#").append(plain);
    cut_parameters(path);
}

std::string_view bare_page_path(std::string_view path) noexcept {
    const std::string_view bare = path.substr(0, path.find('?'));
    return bare == "/" ? std::string_view() : bare;
}

void mark_page_variant(std::string& path) {
    constexpr std::array<std::string_view, 7> variants = {"amp", "feed", "home", "index", "main", "start", "welcome"};
    constexpr ByteSet first_letters("afhimsw");
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos || !first_letters.has(path[slash + 1]) || path.find('?') != std::string::npos)
        return;
    const std::string_view name = std::string_view(path).substr(slash + 1);
    const auto is_variant = [name](std::string_view one) { return name == one || is_page_file(name, one); };
    if (std::any_of(variants.begin(), variants.end(), is_variant) && path.size() + 2 <= max_page_path_bytes)
        path.insert(slash, slash == 0 ? "/?" : "?");
}

std::string page_without_details(std::string_view path) {
    std::string page(bare_page_path(path));
    mark_page_variant(page);
    return page;
}

bool is_told_by_bare_path(std::string_view path) noexcept {
    const std::string_view bare = bare_page_path(path);
    const std::string_view file = bare.substr(std::min(bare.rfind('/'), bare.size()));
    const bool is_script = file.find(".php") != std::string_view::npos || file.find(".asp") != std::string_view::npos ||
                           file.find(".cfm") != std::string_view::npos || file.find(".cgi") != std::string_view::npos ||
                           file.find(".jsp") != std::string_view::npos;
    return !is_script && path.find("?#") == std::string_view::npos && std::any_of(bare.begin(), bare.end(), is_digit);
}

}  // namespace bizrec::identity
