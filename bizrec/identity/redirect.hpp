#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/url_parts.hpp"

namespace bizrec::identity {

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
