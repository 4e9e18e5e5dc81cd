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

/// One normalisation: resolves a pasted text to an identity and writes it into `out`. Make one object per call.
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

    /// Reads any text. Several lines are several addresses; the first one that names a business counts.
    void read(std::string_view text, int redirects_left);
    /// Splits the text at its breaks and calls `one` for each part, until a part names a business under a known suffix.
    /// If none does, the first part counts. If a part is a lone word that may belong to a broken host, the whole text
    /// is refused.
    void resolve_lines(std::string_view text, LoneWords lone_words, const std::function<void(std::string_view)>& one);
    /// `cleaned`: output of clean_pasted(). Linear time: if the text is prose, at most one address inside it is tried.
    void resolve(std::string_view cleaned, int redirects_left);
    void resolve_parts(const UrlParts& url, int redirects_left);
    bool resolve_escaped_host(const UrlParts& url, int redirects_left);
    /// A second try, for a text that was refused, or whose registrable domain begins with "www.": corrects mistyped
    /// marks in its host ("www,joes,com"). Returns false and leaves `out` unchanged if there is nothing to correct, or
    /// if the corrected text has no host with a known suffix.
    bool resolve_repaired(std::string_view cleaned, int redirects_left);
    bool resolve_comma_for_dot(std::string_view cleaned, const UrlParts& url, int redirects_left);
    /// For a text that was refused because of its scheme: resolves the link of a platform's app
    /// ("fb://page/123456789"), of a browser ("googlechrome://joes.com") or of its view for reading
    /// ("about:reader?url=…"). Returns false, and refuses the text, if it is no such link.
    bool resolve_app_link(std::string_view cleaned, int redirects_left);
    bool match_app_path(Platform platform, const ProfilePath& address);
    /// For a text whose first address names no business ("joe@gmail.com, www.joes.com"): tries at most four later
    /// addresses, until one names a business. If none does, `out` is unchanged.
    void resolve_later_address(std::string_view cleaned, int redirects_left);
    /// Whether `word` is an address whose host has a known suffix: "b.fr" of "a.com b.fr" is one, "com" of "exa.mple
    /// com" is not.
    bool is_known_host(std::string_view word) const;
    /// For a refused text: resolves the address that is its last word, if a mark parts it from the others and no word
    /// before it is the name of a platform: "Joe's (joes.com)", but not "Instagram - joes.bar".
    void resolve_word_apart(std::string_view cleaned, int redirects_left);
    bool names_platform(std::string_view words) const;
    /// Whether `tail`, the text after the host and a blank, is a remark of one word: "old" of "joes.com old". Call it
    /// only if out.host is known.
    bool is_remark_after_host(std::string_view tail) const;
    /// Resolves only the front of a host that another address is glued to: "joes.com" of "joes.comwww.best.com" and of
    /// "joes.comhttps". Returns false if no address is glued to it, or if the front is not a host with a known suffix.
    bool resolve_glued(const UrlParts& url, int redirects_left);
    /// For a host that is a public suffix: rejects it, and keeps the host and page of the portal that may exist there
    /// ("www.gov.uk") for read_portal().
    void reject_suffix(const UrlParts& url);
    /// Applies the rules for special hosts. Returns true if a rule has set `out`. Returns false if there is no such
    /// rule, or if the URL must be resolved like one of an ordinary host. `owner`: the host's match by ICANN rules
    /// only.
    bool resolve_special(const UrlParts& url, const HostSuffixes& suffixes, const SuffixList::Match& match,
                         const SuffixList::Match& owner, int redirects_left);
    /// Resolves a host that has rules of its own after a "www" without its dot, which is at byte `at` of the host:
    /// "wwwfacebook.com/joes". Returns false if the host is none.
    bool resolve_without_www(const UrlParts& url, std::size_t at, int redirects_left);
    /// Whether a page of `special` that no path rule matches belongs to a tenant that the address does not name.
    bool has_pages_of_strangers(const SpecialHost& special, std::string_view subdomain) const noexcept;
    /// Whether the URL is a subdomain or a page of a provider that gives them to its customers. False for the
    /// provider's bare domain.
    bool is_below_portal(const UrlParts& url, std::string_view registrable, const SpecialHost& special) const noexcept;
    /// Whether the host is a site builder's or has rules of its own. `host`: normalised.
    bool has_pages_of_others(std::string_view host) const;
    bool resolve_redirect(const UrlParts& url, std::string_view brand_label, int redirects_left);
    bool resolve_platform(const UrlParts& url, const SpecialHost& special, std::string_view subdomain,
                          int redirects_left);
    /// Resolves the link that is appended to a platform's address: "facebook.com/https://www.facebook.com/joes".
    /// Returns false if the path holds no such link, or if a profile comes before it
    /// ("facebook.com/joes/https://best.com").
    bool resolve_inner_link(Platform platform, const ProfilePath& address, int redirects_left);
    /// Returns whether `text`, which glued_link_in() has found, is really a second link.
    bool is_second_link(std::string_view text) const;
    void set_company(std::string_view registrable);
    void set_domain(const UrlParts& url, const SuffixList::Match& match);
    /// Drops what leads to the same pages as "www" from the front of a host with subdomains. Not inlined, because most
    /// hosts have none.
    void drop_front_label();
    /// Sets the page of a URL that is_odd. Not inlined, because most addresses are not odd.
    void set_odd_page(const UrlParts& url);
    /// Resolves a bare handle of a platform that the text or the record names.
    void resolve_handle(Platform platform, std::string_view value);
    /// Resolves "@joe@mas.to", a handle on a server that anyone may run. Returns false if `text` is not such a handle.
    bool resolve_federated(std::string_view text);
    /// Resolves a text that begins with the name of a platform: "FB: joes", "Facebook: facebook.com/joes". Returns
    /// false if it does not, or if the rest names no business.
    bool names_platform_and_handle(std::string_view text);
    /// For a refused text: tries each profile of a cell with several ("FB: joes, IG: joes2"). Returns false, with `out`
    /// unchanged, if none names a business.
    bool resolve_profile_list(std::string_view cleaned);

    const SuffixList& suffixes_;
    const LinkRules& rules_;
    Identity& out_;
    bool is_shared_ = false;   // unrelated people have pages on the host, and the address does not name them
    bool is_variant_ = false;  // the first label of the host only names a device ("s" of "s.tabelog.com")
};

}  // namespace bizrec::identity
