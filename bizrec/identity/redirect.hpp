#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/url_parts.hpp"

namespace bizrec::identity {

enum class Unwrapped {
    no_redirect,  ///< the address means itself
    target,       ///< `target` holds the address behind it
    hidden,       ///< a redirect that does not show where it leads
    log_in,       ///< a log-in page that does not show where it leads
    about,        ///< a page about another's website, or a customer in a program: it belongs to neither
};

/// Reads the target out of an address that only wraps another one (rule file redirects.txt), without asking anybody.
/// `host`: normalised; `brand_label` as in special_host.hpp. `target` is overwritten where there is one.
Unwrapped unwrap_redirect(const LinkRules& rules, const UrlParts& url, std::string_view host,
                          std::string_view brand_label, std::string& target);

}  // namespace bizrec::identity
