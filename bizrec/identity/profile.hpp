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
        shared,   ///< a page of an unrelated person or business, found only by exactly this address
        none,     ///< names no business; `reason` says why
    };
    What what = What::none;
    std::string_view reason;
};

/// Overwrites `key`. `host` must be normalised; it becomes part of the key on federated platforms
/// ("mastodon:joe@mas.to"). `platform` must be of `rules`.
ProfileMatch match_profile(const LinkRules& rules, Platform platform, std::string_view host, const ProfilePath& address,
                           std::string& key);

/// Makes the key of `handle` if the host names the tenant ("joes.etsy.com"). Returns false if it cannot be a handle.
bool match_tenant(const LinkRules& rules, Platform platform, std::string_view subdomain, std::string& key);

}  // namespace bizrec::identity
