#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/identity/platform.hpp"

/// Hosts whose addresses mean more than their registrable domain: platforms, redirects, short links, free mail.
namespace bizrec::identity {

struct SpecialHost {
    enum class Subdomains : std::uint8_t { neutral, tenant, any };
    enum class Mail : std::uint8_t { no, portal, mail_only };

    std::string_view name;  ///< the table's host: the host asked for, or what it ends in; "google.*" for brands
    Platform platform = Platform::no_platform;
    Subdomains subdomains = Subdomains::neutral;
    Mail mail = Mail::no;
    bool redirects = false;     ///< rows of data/redirects.inc speak of this host
    std::string_view nameless;  ///< not empty: why its addresses show nobody
};

/// The most specific entry for `host` (lower-case A-labels); nullptr for nearly every host of the world. `brand_label`:
/// first label of the domain that is registered directly under a public suffix of a registry ("google" of
/// "maps.google.co.uk"), empty where there is none.
const SpecialHost* find_special_host(std::string_view host, std::string_view brand_label) noexcept;

/// What of `host` stands before the entry's own name: "m" of "m.facebook.com"; empty for the bare host.
std::string_view subdomain_of(std::string_view host, std::string_view registrable, const SpecialHost& special) noexcept;

/// True for "", "www", "m", "de", "es-la", "ww", "mobile", …: subdomains that lead to the same site.
bool is_neutral_subdomain(std::string_view subdomain) noexcept;

}  // namespace bizrec::identity
