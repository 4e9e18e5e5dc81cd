#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Values of response headers made from what a client sent: nothing that it sends can end or forge a header.
namespace bizrec::api {

inline constexpr std::size_t max_header_names = 10;
inline constexpr std::size_t header_name_bytes = 64;

/// A field's name for a header: token characters (RFC 9110 section 5.6.2) and brackets stay, every other byte is
/// percent-encoded; cut to header_name_bytes with "..." at the end. "" gives "(empty)".
std::string header_name(std::string_view name);

/// Appends the name unless it is there already or the list is full.
void add_header_name(std::vector<std::string>& names, std::string name);

/// Appends "a, b, c" to an empty text.
void append_header_names(const std::vector<std::string>& names, std::string& out);
/// "a, b, c"; overwrites `out`. Most requests have none.
inline void join_header_names(const std::vector<std::string>& names, std::string& out) {
    out.clear();
    if (!names.empty()) {
        append_header_names(names, out);
    }
}

/// Appends text of ours, with a question mark for every byte that is not printable ASCII.
void append_header_text(std::string& out, std::string_view text);

}  // namespace bizrec::api
