#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/platform.hpp"
#include "bizrec/identity/redirect_table.hpp"

/// Hosts whose addresses mean more than their registrable domain: platforms, redirects, short links, free mail.
namespace bizrec::identity {

struct SpecialHost {
    enum class Subdomains : std::uint8_t { neutral, tenant, any };
    /// relay: only addresses there mean nobody, pages are what they are without it.
    enum class Mail : std::uint8_t { no, portal, mail_only, relay };

    std::string_view name;  ///< the table's host: the host asked for, or what it ends in; "google.*" for brands
    Platform platform = Platform::no_platform;
    Subdomains subdomains = Subdomains::neutral;
    Mail mail = Mail::no;
    bool redirects = false;     ///< rules of redirects.txt speak of this host
    std::string_view nameless;  ///< not empty: why its addresses show nobody; static
};

/// Open addressing over the hashes of host_suffixes.hpp. Views point into the texts that were read.
class SpecialHosts {
public:
    /// Rule files platform_hosts.txt, nameless_hosts.txt, free_mail.txt; `redirects` for their hosts.
    Status read(const RuleText& platform_hosts, const RuleText& nameless_hosts, const RuleText& free_mail,
                const PlatformTable& platforms, const RedirectTable& redirects);

    /// The most specific entry for `host` (lower-case A-labels); nullptr for nearly every host of the world.
    /// `brand_label`: first label of the domain that is registered directly under a public suffix of a registry
    /// ("google" of "maps.google.co.uk"), empty where there is none.
    const SpecialHost* find(const HostSuffixes& host, std::string_view brand_label) const noexcept;

    /// Of a host as it is written, without asking the suffix list; no_platform where it is none of a platform.
    Platform platform_of(std::string_view host) const noexcept;

    /// Whether a host of a rule file is one: "example.com", or "brand.*".
    static bool is_host_pattern(std::string_view host) noexcept;

private:
    struct Slot {
        std::uint64_t hash = 0;
        SpecialHost host;
    };

    const SpecialHost* find_entry(std::string_view name, std::uint64_t hash) const noexcept;
    SpecialHost& entry(std::string_view name);
    void make_room();
    Status read_platform_host(const RuleLine& rule, const PlatformTable& platforms);
    Status read_nameless_host(const RuleLine& rule);
    Status read_mail_host(const RuleLine& rule);
    void inherit();
    static void inherit_from(const SpecialHost& parent, SpecialHost& host) noexcept;
    const SpecialHost* find_brand(std::string_view label) const noexcept;

    std::vector<Slot> slots_;          // a power of two
    std::vector<std::uint8_t> marks_;  // of each slot: slot_mark(); small enough to stay in the nearest cache
    std::size_t count_ = 0;
    std::uint32_t brand_letters_ = 0;  // a bit for each first letter of a "brand.*": few hosts need a look-up for one
};

/// What of `host` stands before the entry's own name: "m" of "m.facebook.com"; empty for the bare host.
std::string_view subdomain_of(std::string_view host, std::string_view registrable, const SpecialHost& special) noexcept;

}  // namespace bizrec::identity
