#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "bizrec/identity/identity.hpp"
#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/pasted_lines.hpp"
#include "bizrec/identity/path_pattern.hpp"
#include "bizrec/identity/url_parts.hpp"

namespace bizrec::identity {

/// One normalisation: walks from the pasted text to the identity, writing it into `out`. Made for a single call.
class Resolver {
public:
    Resolver(const SuffixList& suffixes, const LinkRules& rules, Identity& out) noexcept
        : suffixes_(suffixes), rules_(rules), out_(out) {}

    void website(std::string_view text);
    void profile(std::string_view text);
    void labelled_profile(std::string_view platform, std::string_view value);
    void place_id(std::string_view text);
    bool is_host_of_many(std::string_view domain);

private:
    void clear() noexcept;
    void set(Kind kind, std::string_view reason) noexcept;
    void reject(std::string_view reason) noexcept { set(Kind::reject, reason); }
    void none(std::string_view reason) noexcept { set(Kind::none, reason); }

    /// Any text: several lines are several addresses, of which the first that names a business counts.
    void read(std::string_view text, int redirects_left);
    /// `one` resolves a text without breaks.
    void resolve_lines(std::string_view text, LoneWords lone_words, const std::function<void(std::string_view)>& one);
    /// `cleaned`: as clean_pasted() gives it. Linear; at most one embedded address is tried in place of prose.
    void resolve(std::string_view cleaned, int redirects_left);
    void resolve_parts(const UrlParts& url, int redirects_left);
    bool resolve_escaped_host(const UrlParts& url, int redirects_left);
    /// For a text that was refused: with the marks of its host repaired, where that makes a host under a known suffix.
    /// False: nothing to repair, and `out` is as it was.
    bool resolve_repaired(std::string_view cleaned, int redirects_left);
    /// For a text whose first address names nobody ("joe@gmail.com, www.joes.com"): the next that names a business, of
    /// a few. `out` is as it was where none does.
    void resolve_later_address(std::string_view cleaned, int redirects_left);
    /// Whether it is a host under a known suffix: "a.com b.fr" are two, "exa.mple com" is one with a fault.
    bool is_known_host(std::string_view word) const;
    /// "joes.comhttps://best.com", "joes.comwww.best.com", "joes.comhttps": the first address. False where none is
    /// glued.
    bool resolve_glued(const UrlParts& url, int redirects_left);
    /// For a host that is a public suffix: a reject with the host and page of the portal that may stand there
    /// ("www.gov.uk"), for read_portal().
    void reject_suffix(const UrlParts& url);
    /// True where the host's own rules decided; false: the host is an ordinary one.
    bool resolve_special(const UrlParts& url, const HostSuffixes& suffixes, const SuffixList::Match& match,
                         const SuffixList::Match& owner, int redirects_left);
    /// Whether an address of `special` that no rule of paths fits is a page whose tenant nothing tells.
    bool has_pages_of_strangers(const SpecialHost& special, std::string_view subdomain) const noexcept;
    /// Whether it is a subdomain or a page of a provider that gives them to its customers; not its own bare domain.
    bool is_below_portal(const UrlParts& url, std::string_view registrable, const SpecialHost& special) const noexcept;
    bool resolve_redirect(const UrlParts& url, std::string_view brand_label, int redirects_left);
    bool resolve_platform(const UrlParts& url, const SpecialHost& special, std::string_view subdomain,
                          int redirects_left);
    /// "facebook.com/https://www.facebook.com/joes": the link behind the prefix. False where the path holds none.
    bool resolve_inner_link(Platform platform, const ProfilePath& address, int redirects_left);
    /// Of what glued_link_in() has found.
    bool is_second_link(std::string_view text) const;
    void set_company(std::string_view registrable);
    void set_domain(const UrlParts& url, const SuffixList::Match& match);
    /// A bare handle of a platform that is named next to it.
    void resolve_handle(Platform platform, std::string_view value);
    /// "@joe@mas.to", the form of handles on servers that anybody may run. False where it is none.
    bool resolve_federated(std::string_view text);
    bool names_platform_and_handle(std::string_view text);

    const SuffixList& suffixes_;
    const LinkRules& rules_;
    Identity& out_;
    bool is_shared_ = false;  // strangers have pages on the host, and nothing tells whose
};

}  // namespace bizrec::identity
