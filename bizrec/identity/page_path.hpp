#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Longest normalised path in octets, without parameters. The builder and the server cut longer paths there.
inline constexpr std::size_t longest_page_path = 512;

/// Normalises the path of a page, so that two pastes of one page are equal: "" for the home page, otherwise "/…"
/// without a trailing slash. Escapes of unreserved characters are decoded; all other octets outside ASCII's visible
/// range are escaped. Repeated slashes become one, and dot segments are resolved (RFC 3986, section 5.2.4). Session ids
/// and directory index files ("index.html", "default.aspx", …) are dropped. ASCII is folded to lower case, although RFC
/// 3986 makes paths case-sensitive: people type whole directories in capitals, most business sites ignore case, and
/// usually a path only ranks the branches of one business. Overwrites `out`.
void normalise_page_path(std::string_view path, std::string& out);

/// Appends the parameters of `query` whose value is a number to `path`, as "?id=12&area=3": on platforms they tell the
/// pages of unrelated businesses apart. Parameters that advertisers, mail programs and browsers append ("utm_…",
/// "gad_source", "mc_cid") are left out. If no value is a number and the path has no digit ("/detail.php", "/shop"),
/// parameters with a text value are appended ("?biz=joes"), except to a home page. A path with a digit ("/13014058")
/// already tells the page, and texts after it tell where the visitor came from. Appended parameters keep their order
/// and become lower case.
void append_page_numbers(std::string_view query, std::string& path);

}  // namespace bizrec::identity
