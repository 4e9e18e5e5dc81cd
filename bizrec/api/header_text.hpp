#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Makes values of response headers from client input, so that the input cannot end or forge a header.
namespace bizrec::api {

inline constexpr std::size_t max_header_names = 10;
inline constexpr std::size_t header_name_bytes = 64;

/// Encodes a field's name for a header. Keeps square brackets and token characters (RFC 9110 section 5.6.2), except
/// "%"; percent-encodes all other bytes. A text above header_name_bytes is cut and ends in "...". "" gives "(empty)".
std::string header_name(std::string_view name);

/// Appends the name unless the list has it or is full.
void add_header_name(std::vector<std::string>& names, std::string name);

/// Appends "a, b, c" to an empty text.
void append_header_names(const std::vector<std::string>& names, std::string& out);
/// Writes "a, b, c" to `out`, which is overwritten. Inline, because most requests have no names, so that most calls
/// only clear `out`.
inline void join_header_names(const std::vector<std::string>& names, std::string& out) {
    out.clear();
    if (!names.empty()) {
        append_header_names(names, out);
    }
}

/// Appends a text that does not come from a client. Every byte that is not printable ASCII becomes a question mark.
void append_header_text(std::string& out, std::string_view text);

}  // namespace bizrec::api
