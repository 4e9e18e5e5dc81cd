#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/path_pattern.hpp"

/// Extracts profiles from addresses on platforms, by the rules of platform_paths.txt.
namespace bizrec::identity {

struct ProfileMatch {
    enum class What {
        social,   ///< key: "platform:handle"
        tenant,   ///< key: a host under a site builder, "handle.tumblr.com"
        company,  ///< a page of the company that runs the platform
        shared,   ///< a page of a person or business that the address does not name; found only by exactly this address
        none,     ///< names no business; `reason` says why
    };
    What what = What::none;
    std::string_view reason;
};

/// Tells what an address on a platform means. `key` is valid only for What::social and What::tenant. `host` must be
/// normalised; it becomes part of the key on federated platforms ("mastodon:joe@mas.to"). `platform` must be of
/// `rules`.
ProfileMatch match_profile(const LinkRules& rules, Platform platform, std::string_view host, const ProfilePath& address,
                           std::string& key);

/// Makes the key of the tenant that a subdomain names: "joes" of "joes.etsy.com". Returns false if `subdomain` cannot
/// be a handle, or belongs to the platform itself ("help").
bool match_tenant(const LinkRules& rules, Platform platform, std::string_view subdomain, std::string& key);

}  // namespace bizrec::identity
