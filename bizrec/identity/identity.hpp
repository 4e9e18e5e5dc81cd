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
    none,    ///< a URL that names no business: a request whose links are all of this kind gets a 200 without rows
    reject,  ///< not a website or profile at all: the answer is 422
};

/// The name of a kind: "domain", "hosted", "social", "place", "none", "reject".
std::string_view kind_name(Kind kind) noexcept;

/// The identity that a pasted website or profile names. Reuse one object: its strings keep their capacity.
struct Identity {
    Kind kind = Kind::reject;
    std::string key;  ///< identity key; empty for none and reject
    /// For domain and hosted: the normalised host without "www." ("locations.chipotle.com"). For a reject because of a
    /// public suffix: the host of the portal that may exist there ("www.gov.uk", see identity/portal.hpp). Otherwise
    /// empty.
    std::string host;
    /// For domain and hosted, and for a reject that has a host: the normalised path of the page without a trailing
    /// slash; "" for the home page. Then the parameters and the route that tell pages apart (page_path.hpp).
    /// hidden_page if the link shows only the host.
    std::string path;
    /// For none and reject: the reason, as a sentence for a person ("a short link cannot be resolved offline"). Static
    /// storage.
    std::string_view reason;

    /// Kind domain only: unrelated people have pages on this host, and the address does not show whose page it is. The
    /// host belongs to a platform with rest=shared (platforms.txt), or the address is a subdomain or page of a portal
    /// (free_mail.txt). Only records with exactly this host and path match.
    bool is_page_of_stranger = false;

    bool names_business() const noexcept { return kind < Kind::none; }
};

/// Turns what people paste into an identity key (docs/identity.md). The builder and the server run this same code. The
/// builder stores the rules and identity_rules_version() in the index. The server uses the stored rules, and refuses an
/// index of a version that it does not support. Thread-safe. Keeps references to `suffixes` and `rules`, which must
/// outlive this object.
class Normaliser {
public:
    Normaliser(const SuffixList& suffixes, const LinkRules& rules) noexcept : suffixes_(&suffixes), rules_(&rules) {}

    /// `text`: valid UTF-8 of any length; takes linear time. Also accepts the URL of a profile.
    void website(std::string_view text, Identity& out) const;

    /// `text`: the URL of a profile, or a website. A bare handle without its platform is rejected with a reason that
    /// says so.
    void profile(std::string_view text, Identity& out) const;

    /// Reads a record's link together with the platform that the record names for it. `value` may be a URL, or a bare
    /// handle ("@joes", "joes") that is read as a handle of `platform` ("facebook", "Instagram", "X", …). A bare handle
    /// of an unknown platform has kind `none`.
    void labelled_profile(std::string_view platform, std::string_view value, Identity& out) const;

    /// Reads a map provider's place id in the forms that records have ("ChIJ…", "GOOGLE_MAP@ChIJ…", a CID number).
    void place_id(std::string_view text, Identity& out) const;

    /// Whether `domain` is a site builder, or has a rule in platform_hosts.txt, redirects.txt, nameless_hosts.txt or
    /// free_mail.txt. Hosts below such a domain say nothing about its owner. False if the bare domain is of kind none
    /// ("gmail.com").
    bool is_host_of_many(std::string_view domain) const;

    /// Whether the labels of `host` before `domain` hold a name ("joes"), not only words that companies use for their
    /// parts ("shop", "uk").
    bool is_below_name(std::string_view host, std::string_view domain) const noexcept;

private:
    const SuffixList* suffixes_;
    const LinkRules* rules_;
};

/// Version of the code that makes keys. Raise it with every change that can change a key although the rules stay the
/// same. It is stored in the index's meta.
std::uint32_t identity_rules_version() noexcept;

/// The oldest identity_rules_version() whose indexes this program reads. Since that version, keys have changed only for
/// links that are pasted with junk around them, that carry parameters of advertisers, that end like "/home", or that
/// have a dash for the hyphen of their host. An older index finds a record with such a link only by the record's other
/// keys, until the index is built again.
std::uint32_t oldest_identity_rules_version() noexcept;

}  // namespace bizrec::identity
