#include "bizrec/identity/resolver.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_repair.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/page_path.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/place_link.hpp"
#include "bizrec/identity/profile.hpp"
#include "bizrec/identity/profile_address.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/redirect.hpp"

/// Resolves hosts that have rules of their own: platforms, redirects, mail providers, portals.
namespace bizrec::identity {

namespace {

/// Maximum number of escaped segments of a path in which resolve_inner_link() looks for a link. It decodes the rest of
/// the path for each of them, so the number bounds its time.
constexpr int max_escaped_segments = 8;

}  // namespace

bool Resolver::resolve_special(const UrlParts& url, const HostSuffixes& suffixes, const SuffixList::Match& match,
                               const SuffixList::Match& owner, int redirects_left) {
    const std::string_view brand = owner.is_listed ? first_label(owner.registrable) : std::string_view();
    const SpecialHost* special = rules_.hosts().find(suffixes, brand);
    if (special == nullptr)
        return (lacks_dot_after_www(out_.host) && resolve_without_www(url, 0, redirects_left)) ||
               (match.registrable.size() < out_.host.size() && lacks_dot_after_www(match.registrable) &&
                resolve_without_www(url, out_.host.size() - match.registrable.size(), redirects_left));
    const bool is_address = url.is_mail || url.has_user;
    if (is_address && special->mail != SpecialHost::Mail::no) {
        none(reason::free_mail);
        return true;
    }
    if (url.is_mail && !url.has_path()) {
        // A mail address at a platform belongs to the company that runs it, never to a page on it. If unrelated people
        // have pages there, the address counts as the bare host.
        is_shared_ = has_pages_of_strangers(*special, subdomain_of(out_.host, owner.registrable, *special));
        return false;
    }
    if (special->redirects && resolve_redirect(url, brand, redirects_left))
        return true;
    if (special->mail == SpecialHost::Mail::mail_only) {
        none(reason::free_mail);
        return true;
    }
    if (!special->nameless.empty()) {
        if (!url.has_path() && special->name == owner.registrable)
            return false;
        none(special->nameless);
        return true;
    }
    is_shared_ = is_below_portal(url, owner.registrable, *special);
    if (special->platform == Platform::no_platform)
        return false;
    const std::string_view subdomain = subdomain_of(out_.host, owner.registrable, *special);
    if (!url.tail.empty() && !url.is_list && !url.has_path() && rules_.subdomains().is_neutral(subdomain)) {
        none(reason::no_profile);  // "facebook.com / joes" does not mean the company
        return true;
    }
    // If the platform's domain is also a private suffix, a subdomain is a tenant: "de.tumblr.com" is a blog named "de",
    // not the German site of the platform.
    if (match.is_private && special->name == match.suffix && !subdomain.empty() && subdomain != "www")
        return false;
    return resolve_platform(url, *special, subdomain, redirects_left);
}

/// For "wwwfacebook.com/joes" and "m.wwwfacebook.com/joes". `at`: where the "www" begins in the host. Not inlined,
/// because few hosts lack the dot.
[[gnu::noinline]] bool Resolver::resolve_without_www(const UrlParts& url, std::size_t at, int redirects_left) {
    constexpr std::size_t min_label_bytes = 4;  // "wwwx.com" is a name
    const std::string host = out_.host.substr(0, at) + out_.host.substr(at + 3);
    const std::string_view named = std::string_view(host).substr(at);
    const SpecialHost* special = rules_.hosts().find(HostSuffixes(named), first_label(named));
    const bool is_named = special != nullptr && (special->name == named || ends_with(special->name, ".*"));
    if (!is_named || named.find('.') < min_label_bytes)
        return false;
    UrlParts dotted = url;
    dotted.host = host;
    dotted.glued = dotted.tail = {};
    resolve_parts(dotted, redirects_left);
    return true;
}

bool Resolver::is_below_portal(const UrlParts& url, std::string_view registrable,
                               const SpecialHost& special) const noexcept {
    if (special.mail != SpecialHost::Mail::portal)
        return false;
    return url.has_path() || without_www(out_.host, registrable) != registrable;
}

bool Resolver::has_pages_of_strangers(const SpecialHost& special, std::string_view subdomain) const noexcept {
    return special.platform != Platform::no_platform &&
           rules_.platforms().traits(special.platform).rest == PlatformTraits::Rest::shared &&
           (special.subdomains == SpecialHost::Subdomains::any || rules_.subdomains().is_neutral(subdomain));
}

bool Resolver::resolve_redirect(const UrlParts& url, std::string_view brand_label, int redirects_left) {
    std::string target;
    const Unwrapped unwrapped = unwrap_redirect(rules_, url, out_.host, brand_label, target);
    switch (unwrapped) {
        case Unwrapped::no_redirect:
            return false;
        case Unwrapped::hidden:
            none(reason::hidden_target);
            return true;
        case Unwrapped::log_in:
            none(reason::share);
            return true;
        case Unwrapped::about:
            none(reason::about_another);
            return true;
        case Unwrapped::target:
        case Unwrapped::site:
            break;
    }
    if (redirects_left == 0) {
        none(reason::nested_redirects);
        return true;
    }
    read(target, redirects_left - 1);
    if (out_.kind == Kind::reject)
        none(reason::bad_target);
    // The hidden page at a platform or a site builder belongs to somebody else than the platform's company.
    if (unwrapped == Unwrapped::site && out_.kind == Kind::domain) {
        if (has_pages_of_others(out_.host))
            none(reason::hidden_target);
        else
            out_.path = hidden_page;  // only the index knows whether unrelated businesses share the domain
    }
    return true;
}

/// Returns whether `text` is a link, not a part of a name: a name may contain "www." ("@brava_www.brava.bg"). A text
/// with a scheme is a link if its host has a known suffix. A text without a scheme is a link only if its host belongs
/// to a platform.
[[gnu::noinline]] bool Resolver::is_second_link(std::string_view text) const {
    const InnerLink link = inner_link_at(text);
    return link.has_scheme ? is_known_host(text) : rules_.hosts().platform_of(link.host) != Platform::no_platform;
}

[[gnu::noinline]] bool Resolver::resolve_inner_link(Platform platform, const ProfilePath& address, int redirects_left) {
    const bool has_profiles_only = rules_.platforms().traits(platform).rest == PlatformTraits::Rest::none;
    const char* const end = address.path.data() + address.path.size();
    std::string_view path = address.path;
    std::string decoded;
    int left = max_escaped_segments;
    for (std::string_view segment = next_segment(path); !segment.empty(); segment = next_segment(path)) {
        std::string_view rest(segment.data(), static_cast<std::size_t>(end - segment.data()));
        if (segment.find('%') != std::string_view::npos) {
            if (left-- == 0)
                return false;
            decoded = percent_decode_twice(rest);
            rest = decoded;
        }
        const InnerLink inner = inner_link_at(rest);
        if (inner.link.empty())
            continue;
        const Platform its = rules_.hosts().platform_of(inner.host);
        const bool is_www = starts_with_ignoring_case(inner.host, "www.") && its != Platform::no_platform;
        if (its != platform && !is_www && !(inner.has_scheme && has_profiles_only))
            continue;
        const ProfilePath before{address.path.substr(0, static_cast<std::size_t>(segment.data() - address.path.data())),
                                 {}};
        if (match_profile(rules_, platform, out_.host, before, out_.key).what == ProfileMatch::What::social)
            return false;  // "/joes/https://best.com" is Joe's profile
        if (redirects_left == 0) {
            none(reason::nested_redirects);
            return true;
        }
        std::string link(inner.link);
        if (!address.query.empty())
            link.append("?").append(address.query);
        read(link, redirects_left - 1);
        if (!out_.names_business() || (out_.kind == Kind::domain && rules_.hosts().platform_of(out_.host) == platform))
            none(reason::no_profile);
        return true;
    }
    return false;
}

bool Resolver::resolve_platform(const UrlParts& url, const SpecialHost& special, std::string_view subdomain,
                                int redirects_left) {
    ProfilePath address = path_of(url);
    if (rules_.platforms().traits(special.platform).special == PlatformTraits::Special::maps) {
        if (const auto place = place_key_of_link(out_.host, address, url.fragment, out_.key)) {
            if (!*place) {
                none(reason::no_place);
                return true;
            }
            out_.kind = Kind::place;
            out_.host.clear();
            return true;
        }
    }
    if (special.subdomains != SpecialHost::Subdomains::any && !rules_.subdomains().is_neutral(subdomain)) {
        if (special.subdomains != SpecialHost::Subdomains::tenant ||
            !match_tenant(rules_, special.platform, subdomain, out_.key))
            return false;
        out_.kind = Kind::social;
        out_.host.clear();
        return true;
    }
    if (may_hold_link(address.path)) {
        const std::size_t glued = glued_link_in(address.path);
        if (glued != std::string_view::npos && is_second_link(address.path.substr(glued)))
            address = {address.path.substr(0, glued), {}};
        if (resolve_inner_link(special.platform, address, redirects_left))
            return true;
    }
    ProfileMatch match = match_profile(rules_, special.platform, out_.host, address, out_.key);
    if (match.what == ProfileMatch::What::none && address.path.find(' ') != std::string_view::npos)
        match = match_profile(rules_, special.platform, out_.host, without_prose(address), out_.key);
    if (match.what == ProfileMatch::What::none && address.path.find('%') != std::string_view::npos) {
        std::string buffer;
        const ProfilePath plain = with_plain_marks(address, buffer);
        const ProfileMatch with_marks = match_profile(rules_, special.platform, out_.host, plain, out_.key);
        if (with_marks.what == ProfileMatch::What::social || with_marks.what == ProfileMatch::What::tenant)
            match = with_marks;
    }
    switch (match.what) {
        case ProfileMatch::What::social:
            out_.kind = Kind::social;
            out_.host.clear();
            break;
        case ProfileMatch::What::tenant:
            out_.kind = Kind::hosted;
            out_.host = out_.key;
            break;
        case ProfileMatch::What::company:
            return false;
        case ProfileMatch::What::shared:
            is_shared_ = true;
            is_variant_ = rules_.subdomains().is_variant(subdomain);
            return false;
        case ProfileMatch::What::none:
            none(match.reason);
            break;
    }
    return true;
}

}  // namespace bizrec::identity
