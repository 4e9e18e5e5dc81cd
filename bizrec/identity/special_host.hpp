#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/platform.hpp"
#include "bizrec/identity/redirect_table.hpp"

/// Hosts that have rules of their own: platforms, redirects, short links, free mail.
namespace bizrec::identity {

struct SpecialHost {
    enum class Subdomains : std::uint8_t { neutral, tenant, any };
    /// The uses in free_mail.txt. relay: a mail address at this host identifies no business, but the host's pages are
    /// read as if this rule did not exist.
    enum class Mail : std::uint8_t { no, portal, mail_only, relay };

    /// The host as the rules write it. "google.*" is the label "google" under any public suffix. The entry also applies
    /// to all subdomains.
    std::string_view name;
    Platform platform = Platform::no_platform;
    Subdomains subdomains = Subdomains::neutral;
    Mail mail = Mail::no;
    bool redirects = false;     ///< redirects.txt has rules for this host
    std::string_view nameless;  ///< why its addresses name no business (static); empty if they may name one
};

/// All special hosts, in a hash table with open addressing (hashes of host_suffixes.hpp). Views point into the texts
/// that were read.
class SpecialHosts {
public:
    /// Reads the rule files platform_hosts.txt, nameless_hosts.txt and free_mail.txt; marks the hosts of `redirects`.
    Status read(const RuleText& platform_hosts, const RuleText& nameless_hosts, const RuleText& free_mail,
                const PlatformTable& platforms, const RedirectTable& redirects);

    /// Returns the most specific entry for `host` (lower-case A-labels); nullptr for nearly all hosts on the web.
    /// `brand_label`: first label of the domain that is registered directly under a public suffix of a registry
    /// ("google" of "maps.google.co.uk"), empty if there is none.
    const SpecialHost* find(const HostSuffixes& host, std::string_view brand_label) const noexcept;

    /// Looks up a host as typed: not normalised, in any case. Does not use the suffix list. Returns no_platform if the
    /// host belongs to no platform, or has more than 64 bytes.
    Platform platform_of(std::string_view host) const noexcept;

    /// Whether `host` is valid in a rule file: "example.com", or "brand.*".
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

    std::vector<Slot> slots_;          // open addressing; the size is a power of two, or 0
    std::vector<std::uint8_t> marks_;  // slot_mark() of each slot; small enough to stay in the L1 cache
    std::size_t count_ = 0;
    // One bit for each first letter of a "brand.*". With it, most hosts need no look-up.
    std::uint32_t brand_letters_ = 0;
};

/// Returns the part of `host` before the entry's own name: "m" of "m.facebook.com"; empty for the bare host.
std::string_view subdomain_of(std::string_view host, std::string_view registrable, const SpecialHost& special) noexcept;

}  // namespace bizrec::identity
