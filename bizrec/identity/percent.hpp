#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Percent-encoding (RFC 3986, section 2.1) and the query strings of HTML forms.
namespace bizrec::identity {

/// Returns the byte that "%XX" at `text[at]` encodes, or -1 if there is no complete escape.
int escape_at(std::string_view text, std::size_t at) noexcept;

/// Decodes the escapes of `text` once. Broken escapes stay unchanged.
std::string percent_decode(std::string_view text);

/// Decodes until nothing changes, at most twice: "%25C3%25A9", which a program has escaped again, becomes "é".
std::string percent_decode_twice(std::string_view text);

/// Returns the decoded value of the first non-empty parameter `name` (in lower case; the comparison ignores case).
/// `query` is without "?". Parameters are split at "&", and at "&amp;" because people paste HTML source. "+" is kept,
/// because the values we read are addresses.
std::optional<std::string> query_value(std::string_view query, std::string_view name);

/// Drops parameters that a program has appended with "&" instead of "?": "joes.com&utm_source=x".
std::string_view without_stray_query(std::string_view text) noexcept;

}  // namespace bizrec::identity
