#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/suffix_list.hpp"

namespace bizrec::identity {

enum class Kind : std::uint8_t {
    domain,  ///< registrable domain by the public suffix list: "example.com"
    hosted,  ///< a tenant under a site builder: "joes.github.io"
    social,  ///< platform and handle: "facebook:bluebottlecoffee"
    place,   ///< a map provider's place: "google_cid:123", "google_place:ChIJ…"
    none,    ///< a URL that names no business: the answer is 200 without rows
    reject,  ///< not a website or profile at all: the answer is 422
};

/// "domain", "hosted", "social", "place", "none", "reject".
std::string_view kind_name(Kind kind) noexcept;

/// What a pasted website or profile stands for. Reuse one object: its strings keep their capacity.
struct Identity {
    Kind kind = Kind::reject;
    std::string key;  ///< identity key; empty for none and reject
    /// domain, hosted: normalised host without "www." ("locations.chipotle.com"); reject for being a public suffix: of
    /// the portal that may stand there ("www.gov.uk", see portal.hpp); else empty
    std::string host;
    std::string path;         ///< domain, hosted: normalised path of the page, no trailing slash, "" for the home page
    std::string_view reason;  ///< none, reject: why, for a person ("a short link cannot be resolved offline"); static

    /// kind domain: strangers have pages there whose addresses do not tell whose they are: of a platform (rest=shared
    /// of platforms.txt), or below a portal of free_mail.txt. Only a record with this very host and path is meant.
    bool is_page_of_stranger = false;

    bool names_business() const noexcept { return kind < Kind::none; }
};

/// Turns what people paste into an identity key (decisions.md section 4). Builder and server use this very code;
/// the rules travel in the index, and identity_rules_version() next to them, so that the two never differ silently.
/// Thread-safe once constructed; holds references to `suffixes` and `rules`, which must outlive it.
class Normaliser {
public:
    Normaliser(const SuffixList& suffixes, const LinkRules& rules) noexcept : suffixes_(&suffixes), rules_(&rules) {}

    /// `text`: valid UTF-8 of any length, linear time. A profile's URL works here too.
    void website(std::string_view text, Identity& out) const;

    /// The URL of a profile, or a website. A bare handle without its platform is a reject that says so.
    void profile(std::string_view text, Identity& out) const;

    /// A record's link whose platform is named next to it: `value` may be a URL, or a bare handle ("@joes", "joes")
    /// that is read as one of `platform` ("facebook", "Instagram", "X", …). An unknown platform with a bare handle
    /// is `none`.
    void labelled_profile(std::string_view platform, std::string_view value, Identity& out) const;

    /// A map provider's place id as records carry it ("ChIJ…", "GOOGLE_MAP@ChIJ…", a CID number).
    void place_id(std::string_view text, Identity& out) const;

    /// Whether the rules tell that others than its owner have pages or mailboxes at `domain`: a site builder, a
    /// platform, a portal. What stands below it says nothing of the owner.
    bool is_host_of_many(std::string_view domain) const;

    /// Whether `host` stands below `domain` on a name ("joes"), not on what companies call their parts ("shop", "uk").
    bool is_below_name(std::string_view host, std::string_view domain) const noexcept;

private:
    const SuffixList* suffixes_;
    const LinkRules* rules_;
};

/// Of the code: raised whenever a change of it can change any key that the same rules give; part of the index's meta.
std::uint32_t identity_rules_version() noexcept;

/// Of the builders whose indexes are still read: since then only the keys of links that are pasted with junk around
/// them, or carry what advertisers append, have changed. Such a record is then found by its other keys.
std::uint32_t oldest_identity_rules_version() noexcept;

}  // namespace bizrec::identity
