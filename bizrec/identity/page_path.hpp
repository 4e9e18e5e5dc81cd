#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Longest normalised path in octets, with parameters and route. The builder and the server cut longer paths there.
inline constexpr std::size_t max_page_path_bytes = 512;

/// Normalises the path of a page, so that two pastes of one page are equal: "" for the home page, otherwise "/…"
/// without a trailing slash. Escapes of unreserved characters are decoded; all other octets outside ASCII's visible
/// range are escaped. Repeated slashes become one, and dot segments are resolved (RFC 3986, section 5.2.4). Session ids
/// and directory index files ("index.html", "default.aspx", …) are dropped. ASCII is folded to lower case, although RFC
/// 3986 makes paths case-sensitive: people type whole directories in capitals, most business sites ignore case, and
/// usually a path only ranks the branches of one business. Overwrites `out`.
void normalise_page_path(std::string_view path, std::string& out);

/// The path of a page that a link does not show, because it shows only the host. No record has it.
inline constexpr std::string_view hidden_page = "?";

/// Whether the parameters that append_page_numbers() keeps also include texts after a home page, or after a path with a
/// digit. Set it if the path alone also finds the records of the website.
enum class PageTexts : bool { some, all };

/// Appends the parameters of `query` whose value is a number to `path`, as "?id=12&area=3": on platforms they tell the
/// pages of unrelated businesses apart. Parameters that advertisers, mail programs and browsers append ("utm_…",
/// "gad_source", "mc_cid") are left out. If no value is a number and the path has no digit ("/detail.php", "/shop"),
/// parameters with a text value are appended ("?biz=joes"), except to a home page. A path with a digit ("/13014058")
/// already tells the page, and texts after it tell where the visitor came from. Appended parameters keep their order
/// and become lower case. Debris after a value ("12🍕", "12, Joe's", "12/") is dropped.
void append_page_numbers(std::string_view query, PageTexts texts, std::string& path);

/// Appends a route in the fragment of a page that scripts draw: "#/store/12" and "#!/store/12". Other fragments name a
/// part of the page. Written as "?#/store/12", or "&#/store/12" after parameters.
void append_page_route(std::string_view fragment, std::string& path);

/// Marks the last segment of a path without parameters if programs append it to the address of a page: "/amp", "/feed",
/// "/home", "/home.html". "/store/12/amp" becomes "/store/12?/amp". So a record with exactly this page comes first, and
/// if there is none, the page without the segment counts.
void mark_page_variant(std::string& path);

/// Returns the path before the parameters, the route and the variant: "/shop" of "/shop?id=12", "" of "/?id=12".
std::string_view bare_page_path(std::string_view path) noexcept;

/// Returns the page to look for if no record has the details of `path`: its bare path, with its last segment marked as
/// mark_page_variant() does.
std::string page_without_details(std::string_view path);

/// Whether the bare path tells the page although parameters follow it: "/13014058?sid=5", but not "/shop?id=5" and
/// "/2015/shop.php?id=5".
bool is_told_by_bare_path(std::string_view path) noexcept;

}  // namespace bizrec::identity
