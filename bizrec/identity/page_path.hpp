#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Longest normalised path in octets; what is longer is cut there, on both sides alike.
inline constexpr std::size_t longest_page_path = 512;

/// The path of a page in the form in which two pastes of one page are equal: "" for the home page, else "/…" without
/// trailing slash. Escapes of unreserved characters are decoded, all other octets outside ASCII's visible range are
/// escaped, repeated slashes are one, dot segments are resolved (RFC 3986, section 5.2.4), session ids and directory
/// index files ("index.html", "default.aspx", …) go. ASCII is folded to lower case, although paths are case-sensitive
/// by RFC 3986: whole directories are typed in capitals, most business sites run on servers that do not care, and a
/// path only ranks the branches of one business. `out` is overwritten.
void normalise_page_path(std::string_view path, std::string& out);

/// Parameters of `query` whose value is a number, and which no advertiser, mail program or browser appends ("utm_…",
/// "gad_source", "mc_cid"), as "?id=12&area=3" behind `path`: on platforms they tell the pages of strangers from each
/// other. Where no value is a number, those of texts ("?biz=joes"), but not of a home page. In their order; in lower
/// case.
void append_page_numbers(std::string_view query, std::string& path);

}  // namespace bizrec::identity
