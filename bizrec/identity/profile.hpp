#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/path_pattern.hpp"

/// Reads profiles out of the addresses of platforms, by the rules of platform_paths.txt.
namespace bizrec::identity {

struct ProfileMatch {
    enum class What {
        social,   ///< key: "platform:handle"
        tenant,   ///< key: a host under a site builder, "handle.tumblr.com"
        company,  ///< a page of the company that runs the platform
        shared,   ///< a page of somebody on the platform, found by its very address alone
        none,     ///< reason says why it names nobody
    };
    What what = What::none;
    std::string_view reason;
};

/// `key` is overwritten. `host`: normalised; part of the key on platforms that many run ("mastodon:joe@mas.to").
/// `platform`: of `rules`.
ProfileMatch match_profile(const LinkRules& rules, Platform platform, std::string_view host, const ProfilePath& address,
                           std::string& key);

/// The key of `handle` alone, where the host names the tenant ("joes.etsy.com"). False where it can be no handle.
bool match_tenant(const LinkRules& rules, Platform platform, std::string_view subdomain, std::string& key);

}  // namespace bizrec::identity
