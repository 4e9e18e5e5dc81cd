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

/// Appends "/segment", or takes a segment away for "..".
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

/// A cut, or a segment that is resolved to nothing, may leave a slash or half an escape behind.
void trim_end(std::string& out) {
    if (out.size() > longest_page_path)
        out.resize(longest_page_path);
    const std::size_t escape = out.rfind('%');
    if (out.size() == longest_page_path && escape != std::string::npos && escape + 2 >= out.size())
        out.resize(escape);
    while (!out.empty() && out.back() == '/')
        out.pop_back();
}

}  // namespace

void normalise_page_path(std::string_view path, std::string& out) {
    out.clear();
    if (path.empty() || path == "/")
        return;  // most addresses name a site
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
    char mark = '?';
    while (!query.empty()) {
        const std::string_view parameter = query.substr(0, query.find_first_of("&;"));
        query.remove_prefix(std::min(query.size(), parameter.size() + 1));
        const std::size_t equals = parameter.find('=');
        if (equals == std::string_view::npos || !all_digits(parameter.substr(equals + 1)) ||
            starts_with_ignoring_case(parameter, "utm_"))
            continue;
        path += mark;
        for (char c : parameter)
            path += lower(c);
        mark = '&';
    }
}

}  // namespace bizrec::identity
