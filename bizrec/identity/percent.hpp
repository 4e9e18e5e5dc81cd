#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Percent-encoding (RFC 3986, section 2.1) and the query strings of HTML forms.
namespace bizrec::identity {

/// Byte that "%XX" at `text[at]` stands for, -1 where there is no whole escape.
int escape_at(std::string_view text, std::size_t at) noexcept;

/// `text` with its escapes decoded once; broken ones stay as they are.
std::string percent_decode(std::string_view text);

/// The same until nothing changes, twice at most: "%25C3%25A9", an escape that a program has escaped again, is "é".
std::string percent_decode_twice(std::string_view text);

/// Decoded value of the first non-empty parameter `name` (lower case, compared ignoring case); `query` is without "?".
/// Parts are cut at "&" and, as HTML pasted from sources has it, "&amp;". "+" stays: the values we read are addresses.
std::optional<std::string> query_value(std::string_view query, std::string_view name);

/// `text` without the parameters that a program has put behind "&" where "?" belongs: "joes.com&utm_source=x".
std::string_view without_stray_query(std::string_view text) noexcept;

}  // namespace bizrec::identity
