#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/url_parts.hpp"

namespace bizrec::identity {

/// A link that a program has appended to the address of a platform: "facebook.com/https://www.facebook.com/joes".
struct InnerLink {
    std::string_view link;    ///< without "@" in front; empty if the text does not begin with a link
    std::string_view host;    ///< as written, not validated; empty if it has no dot, or ends in one
    bool has_scheme = false;  ///< "https:" or "http:" comes before the host
};

/// Cheap first check whether a path can hold a link: whether it has a dot, a colon or an escape. Most paths have none.
bool may_hold_link(std::string_view path) noexcept;

/// Reads the link at the beginning of `rest`, which is the decoded end of a path, from the first character of a segment
/// on.
InnerLink inner_link_at(std::string_view rest) noexcept;

/// Returns the beginning of a second link that is glued to the end of a profile ("/joeshttps://best.com",
/// "/joeswww.best.com"), or npos if there is none. A name may also contain "www." ("/brava_www.brava.bg"), so the
/// caller must check the text that follows.
std::size_t glued_link_in(std::string_view path) noexcept;

/// Addresses that mail filters have rewritten with marks of their own: this one is URL Defense, version 2. Decodes
/// "https-3A__joes.com_menu": "-" is "%", "_" is "/".
std::string from_proofpoint2(std::string value);

/// Extracts the address between "__" and "__;" or "___.", and puts back the characters that stars stand for: "*" is the
/// next character of the base64url after "__;", "**B" the next three ("A" is two). The address is not escaped, so its
/// query and fragment look like those of the filter.
std::string from_proofpoint3(const UrlParts& url);

enum class Unwrapped {
    no_redirect,  ///< the address is not a redirect
    target,       ///< `target` holds the address that it leads to
    site,         ///< `target` holds only the website that it leads to; the page there is hidden
    hidden,       ///< a redirect whose target is not in the address
    log_in,       ///< a log-in page whose target is not in the address
    about,        ///< a page about another website, or a customer's record in a program: it names no business
};

/// Extracts the target from an address that only wraps another one (rule file redirects.txt). Makes no network request.
/// `host`: normalised; `brand_label` as in special_host.hpp. `target` is valid only with Unwrapped::target and
/// Unwrapped::site.
Unwrapped unwrap_redirect(const LinkRules& rules, const UrlParts& url, std::string_view host,
                          std::string_view brand_label, std::string& target);

}  // namespace bizrec::identity
