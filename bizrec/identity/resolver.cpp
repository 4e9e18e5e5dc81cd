#include "bizrec/identity/resolver.hpp"

#include <algorithm>
#include <optional>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_name.hpp"
#include "bizrec/identity/host_repair.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/inner_link.hpp"
#include "bizrec/identity/labelled_profile.hpp"
#include "bizrec/identity/page_path.hpp"
#include "bizrec/identity/pasted_lines.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/place_link.hpp"
#include "bizrec/identity/profile.hpp"
#include "bizrec/identity/profile_address.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/redirect.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

constexpr int max_redirects = 2;
constexpr int max_later_addresses = 4;
constexpr ByteSet between_addresses(" ,;|");

/// "http://…", "https://…", "www.…"
bool has_beginning(std::string_view word) noexcept {
    return starts_with_ignoring_case(word, "http") || starts_with_ignoring_case(word, "www.");
}

/// What follows white space in the place of a host: prose or a second address may be passed over ("www.a.org (under
/// construction)", "a.org  a.org"); one more word may be the rest of the name, and is an error ("exa.mple com").
bool is_passed_over(std::string_view tail, std::string_view raw_host) noexcept {
    const std::size_t begin = tail.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return true;
    tail.remove_prefix(begin);
    return !is_alnum(tail.front()) || has_beginning(tail) || starts_with(tail, raw_host) ||
           tail.find(' ') != std::string_view::npos;
}

std::string_view first_label(std::string_view host) noexcept {
    return host.substr(0, host.find('.'));
}

/// Without leading "www." labels, as long as the rest still holds the registrable domain.
std::string_view without_www(std::string_view host, std::string_view registrable) noexcept {
    while (starts_with(host, "www.") && host.size() - 4 >= registrable.size())
        host.remove_prefix(4);
    return host;
}

bool has_path(const UrlParts& url) noexcept {
    return url.path.find_first_not_of('/') != std::string_view::npos;
}

}  // namespace

void Resolver::clear() noexcept {
    out_.key.clear();
    out_.host.clear();
    out_.path.clear();
    out_.reason = {};
    out_.is_page_of_stranger = false;
}

void Resolver::set(Kind kind, std::string_view reason) noexcept {
    clear();
    out_.kind = kind;
    out_.reason = reason;
}

/// `one` resolves a text without breaks. Out of line: hardly a text has breaks.
template <class One>
[[gnu::noinline]] void Resolver::resolve_lines(std::string_view text, LoneWords lone_words, const One& one) {
    const auto knows_host = [this](std::string_view word) { return is_known_host(word); };
    const std::vector<std::string> texts = separate_lines(text, lone_words, knows_host);
    for (const std::string& each : texts) {
        one(each);
        if (out_.names_business() && (out_.host.empty() || suffixes_.match(out_.host).is_listed))
            return;
        // "exa", "mple.com": a broken host, or a word and an address; the meaning is unknown.
        const bool is_lone_word = is_lower(each.front()) && each.find(' ') == std::string::npos;
        if (out_.kind == Kind::reject && out_.reason == reason::single_label && is_lone_word)
            return;
    }
    if (texts.size() != 1)
        one(texts.empty() ? std::string() : texts.front());
}

void Resolver::website(std::string_view text) {
    read(text, max_redirects);
}

void Resolver::read(std::string_view text, int redirects_left) {
    std::string buffer;
    const std::string_view cleaned = clean_pasted(text, buffer);
    if (!buffer.empty() && has_inner_break(text))
        return resolve_lines(text, LoneWords::joined,
                             [&](std::string_view line) { resolve(clean_pasted(line, buffer), redirects_left); });
    resolve(cleaned, redirects_left);
}

void Resolver::resolve(std::string_view cleaned, int redirects_left) {
    clear();
    if (cleaned.empty())
        return reject(reason::empty);
    resolve_parts(split_url(cleaned), redirects_left);
    // "www.joes,com" is read as the host "www.joes" of a list.
    const bool is_odd = out_.kind == Kind::reject || (out_.kind == Kind::domain && starts_with(out_.key, "www."));
    if (is_odd && resolve_repaired(cleaned, redirects_left))
        return;
    if (out_.kind == Kind::none)
        return resolve_later_address(cleaned, redirects_left);
    const bool prose =
        out_.kind == Kind::reject && (out_.reason == reason::space_in_host || out_.reason == reason::bad_host ||
                                      out_.reason == reason::single_label);
    if (!prose)
        return;
    const std::string_view address = find_address(cleaned, 1);
    if (!address.empty() && (out_.reason != reason::single_label || cleaned.find(' ') != std::string_view::npos))
        resolve_parts(split_url(address), redirects_left);
}

/// Out of line, as is_known_host(): hardly an address needs them, and all pay for long functions.
[[gnu::noinline]] void Resolver::resolve_later_address(std::string_view cleaned, int redirects_left) {
    const std::string_view why = out_.reason;
    const std::size_t end = between_addresses.find_in(cleaned);
    if (end == std::string_view::npos || cleaned.find('?') < end)
        return;  // the message of a share link may hold an address
    const std::string_view first = cleaned.substr(0, end);
    const bool is_mail = first.find('@') < first.find('/');
    int left = max_later_addresses;
    for (std::size_t at = end; at < cleaned.size() && left > 0;) {
        const std::size_t begin = cleaned.find_first_not_of(" ,;|", at);
        if (begin == std::string_view::npos)
            break;
        const std::size_t word_end = std::min(between_addresses.find_in(cleaned, begin), cleaned.size());
        const std::string_view word = trim_pasted(cleaned.substr(begin, word_end - begin));
        // "maps/place/The Booking.com Office" is no list.
        const std::string_view gap = cleaned.substr(at, begin - at);
        at = word_end;
        const bool is_listed =
            gap.find(' ') != std::string_view::npos && gap.find_first_of(",;|") != std::string_view::npos;
        const bool stands_apart = is_mail || is_listed || has_beginning(word);
        if (!stands_apart || word.find('.') == std::string_view::npos)
            continue;
        --left;
        resolve_parts(split_url(word), redirects_left);
        if (out_.names_business() && (out_.host.empty() || suffixes_.match(out_.host).is_listed))
            return;
    }
    none(why);
}

bool Resolver::resolve_repaired(std::string_view cleaned, int redirects_left) {
    const std::string repaired = repair_host_marks(cleaned);
    if (repaired.empty())
        return false;
    resolve_parts(split_url(repaired), redirects_left);
    const bool is_domain = out_.kind == Kind::domain || out_.kind == Kind::hosted;
    if (out_.kind != Kind::reject && (!is_domain || suffixes_.match(out_.host).is_listed))
        return true;
    resolve_parts(split_url(cleaned), redirects_left);
    return false;
}

/// "facebook.com%2Fjoes": an address that a program has escaped but for its scheme. Counted like redirects.
[[gnu::noinline]] bool Resolver::resolve_escaped_host(const UrlParts& url, int redirects_left) {
    const std::size_t escape = url.host.find("%2");
    if (redirects_left == 0 || escape == std::string_view::npos || escape_at(url.host, escape) != '/')
        return false;
    std::string decoded = percent_decode(url.host).append(url.path);
    if (!url.query.empty())
        decoded.append("?").append(url.query);
    resolve_parts(split_url(decoded), redirects_left - 1);
    return true;
}

void Resolver::resolve_parts(const UrlParts& url, int redirects_left) {
    clear();
    if (!url.glued.empty() && is_known_host(url.glued))
        return resolve_parts(split_url(url.glued), redirects_left);
    if (!url.refusal.empty())
        return reject(url.refusal);
    // "mailto:?to=…" and "mailto:joe%40joes.com"; counted like redirects, so that nesting has an end.
    if (url.is_mail && redirects_left > 0) {
        if (const auto to = url.host.empty() && !url.has_user ? query_value(url.query, "to") : std::nullopt)
            return resolve_parts(split_url(*to), redirects_left - 1);
        if (url.host.find("%40") != std::string_view::npos) {
            const std::string decoded = percent_decode(url.host);
            return resolve_parts(split_url(decoded), redirects_left - 1);
        }
    }
    if (const std::string_view why = normalise_host(url.host, out_.host); !why.empty()) {
        if (resolve_escaped_host(url, redirects_left))
            return;
        return reject(why == reason::single_label && !url.tail.empty() ? reason::space_in_host : why);
    }
    const HostSuffixes suffixes(out_.host);
    const SuffixList::Match match = suffixes_.match(suffixes);
    if (!url.tail.empty() &&
        !(match.is_listed && (url.is_list || is_passed_over(url.tail, url.host) || is_known_host(url.tail))))
        return reject(reason::space_in_host);
    if (match.registrable.empty() && !match.is_private)
        return reject_suffix(url);
    const bool may_be_glued = !match.is_listed || out_.host.size() > match.registrable.size() + sizeof "www.a.b";
    if (may_be_glued && resolve_glued(url, redirects_left))
        return;
    const SuffixList::Match owner = match.is_private ? suffixes_.match_icann(suffixes) : match;
    is_shared_ = false;
    if (resolve_special(url, suffixes, match, owner, redirects_left))
        return;
    const bool builder_itself =
        match.is_private && (match.registrable.empty() || first_label(match.registrable) == "www");
    if (builder_itself)
        return set_company(owner.registrable.empty() ? match.suffix : owner.registrable);
    set_domain(url, match);
}

[[gnu::noinline]] bool Resolver::resolve_glued(const UrlParts& url, int redirects_left) {
    const std::string front(in_front_of_glued(out_.host));
    if (front.empty() || !is_known_host(front))
        return false;
    UrlParts first = url;
    first.host = front;
    first.path = first.query = first.fragment = first.tail = {};
    resolve_parts(first, redirects_left);
    return true;
}

[[gnu::noinline]] void Resolver::reject_suffix(const UrlParts& url) {
    const std::string portal = "www." + out_.host;
    reject(reason::public_suffix);
    out_.host = portal;
    if (!url.is_mail)
        normalise_page_path(url.path, out_.path);
}

[[gnu::noinline]] bool Resolver::is_known_host(std::string_view word) const {
    const UrlParts url = split_url(trim_where(word, is_blank));
    std::string host;
    if (!url.refusal.empty() || !normalise_host(url.host, host).empty())
        return false;
    const SuffixList::Match match = suffixes_.match(host);
    return match.is_listed && !match.registrable.empty();
}

bool Resolver::resolve_special(const UrlParts& url, const HostSuffixes& suffixes, const SuffixList::Match& match,
                               const SuffixList::Match& owner, int redirects_left) {
    const std::string_view brand = owner.is_listed ? first_label(owner.registrable) : std::string_view();
    const SpecialHost* special = rules_.hosts().find(suffixes, brand);
    if (special == nullptr)
        return false;
    const bool is_address = url.is_mail || url.has_user;
    if (is_address && special->mail != SpecialHost::Mail::no) {
        none(reason::free_mail);
        return true;
    }
    if (url.is_mail && !has_path(url)) {
        // Somebody's address at a platform is the company's, never a page on it; at a listing it is the bare host.
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
        if (!has_path(url) && special->name == owner.registrable)
            return false;
        none(special->nameless);
        return true;
    }
    is_shared_ = is_below_portal(url, owner.registrable, *special);
    if (special->platform == Platform::no_platform)
        return false;
    const std::string_view subdomain = subdomain_of(out_.host, owner.registrable, *special);
    // Where a platform is a suffix of tenants, "jo.tumblr.com" is Jo, however short the name.
    if (match.is_private && special->name == match.suffix && !subdomain.empty() && subdomain != "www")
        return false;
    return resolve_platform(url, *special, subdomain, redirects_left);
}

bool Resolver::is_below_portal(const UrlParts& url, std::string_view registrable,
                               const SpecialHost& special) const noexcept {
    if (special.mail != SpecialHost::Mail::portal)
        return false;
    return has_path(url) || without_www(out_.host, registrable) != registrable;
}

bool Resolver::has_pages_of_strangers(const SpecialHost& special, std::string_view subdomain) const noexcept {
    return special.platform != Platform::no_platform &&
           rules_.platforms().traits(special.platform).rest == PlatformTraits::Rest::shared &&
           (special.subdomains == SpecialHost::Subdomains::any || rules_.subdomains().is_neutral(subdomain));
}

bool Resolver::resolve_redirect(const UrlParts& url, std::string_view brand_label, int redirects_left) {
    std::string target;
    switch (unwrap_redirect(rules_, url, out_.host, brand_label, target)) {
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
            break;
    }
    if (redirects_left == 0) {
        none(reason::nested_redirects);
        return true;
    }
    read(target, redirects_left - 1);
    if (out_.kind == Kind::reject)
        none(reason::bad_target);
    return true;
}

/// "@brava_www.brava.bg" is a name; behind "www." only a platform begins a link.
[[gnu::noinline]] bool Resolver::is_second_link(std::string_view text) const {
    const InnerLink link = inner_link_at(text);
    return link.has_scheme ? is_known_host(text) : rules_.hosts().platform_of(link.host) != Platform::no_platform;
}

[[gnu::noinline]] bool Resolver::resolve_inner_link(Platform platform, const ProfilePath& address, int redirects_left) {
    const bool has_profiles_only = rules_.platforms().traits(platform).rest == PlatformTraits::Rest::none;
    const char* const end = address.path.data() + address.path.size();
    std::string_view path = address.path;
    std::string decoded;
    for (std::string_view segment = next_segment(path); !segment.empty(); segment = next_segment(path)) {
        std::string_view rest(segment.data(), static_cast<std::size_t>(end - segment.data()));
        if (segment.find('%') != std::string_view::npos) {
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
            return false;  // "/joes/https://best.com" is Joe's
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
            return false;
        case ProfileMatch::What::none:
            none(match.reason);
            break;
    }
    return true;
}

void Resolver::set_company(std::string_view registrable) {
    out_.kind = Kind::domain;
    out_.key = registrable;
    out_.host = out_.key;
}

void Resolver::set_domain(const UrlParts& url, const SuffixList::Match& match) {
    out_.kind = match.is_private ? Kind::hosted : Kind::domain;
    out_.is_page_of_stranger = is_shared_ && out_.kind == Kind::domain;
    out_.key = match.registrable;
    const std::string_view host = without_www(out_.host, match.registrable);
    out_.host.erase(0, out_.host.size() - host.size());
    if (!url.is_mail)
        normalise_page_path(url.path, out_.path);
    if (out_.is_page_of_stranger && !url.is_mail)
        append_page_numbers(url.query, out_.path);
}

void Resolver::resolve_handle(Platform platform, std::string_view value) {
    // White space within would be a name ("Joe's Diner"); only a telephone number is written so.
    const PlatformTraits& its = rules_.platforms().traits(platform);
    const bool spaced = value.find(' ') != std::string_view::npos && its.special != PlatformTraits::Special::telephone;
    if (spaced || (value.find('.') != std::string_view::npos && !allows_dots(its)))
        return none(reason::not_a_handle);
    const std::string path = path_for(its, value);
    clear();
    switch (match_profile(rules_, platform, {}, {path, {}}, out_.key).what) {
        case ProfileMatch::What::social:
            out_.kind = Kind::social;
            return;
        case ProfileMatch::What::tenant:
            out_.kind = Kind::hosted;
            out_.host = out_.key;
            return;
        case ProfileMatch::What::company:
        case ProfileMatch::What::shared:
        case ProfileMatch::What::none:
            break;
    }
    none(reason::not_a_handle);
}

void Resolver::labelled_profile(std::string_view platform, std::string_view value) {
    std::string buffer;
    const std::string_view text = clean_pasted(value, buffer);
    if (!buffer.empty() && has_inner_break(value))
        return resolve_lines(value, LoneWords::apart, [&](std::string_view line) { labelled_profile(platform, line); });
    if (text.empty())
        return reject(reason::empty);
    const Platform known = rules_.platforms().named(platform);
    const bool is_federated = known != Platform::no_platform && known == rules_.platforms().federated();
    if (is_federated && resolve_federated(text))
        return;
    if (looks_like_address(text))
        return resolve(text, 2);
    if (is_map_provider(platform)) {
        place_id(text);
        return out_.kind == Kind::reject ? none(reason::no_place) : void();
    }
    if (known == Platform::no_platform) {
        resolve(text, 2);
        return out_.kind == Kind::reject ? none(reason::unknown_platform) : void();
    }
    // A federated handle that does not name its server is nobody's.
    if (is_federated)
        return none(reason::not_a_handle);
    resolve_handle(known, text);
}

bool Resolver::resolve_federated(std::string_view text) {
    if (starts_with(text, "@"))
        text.remove_prefix(1);
    const std::size_t at = text.find('@');
    const Platform federated = rules_.platforms().federated();
    std::string handle;
    std::string server;
    if (at == std::string_view::npos || federated == Platform::no_platform ||
        !normalise_handle(text.substr(0, at), rules_.platforms().traits(federated), handle) ||
        !normalise_host(text.substr(at + 1), server).empty())
        return false;
    clear();
    out_.kind = Kind::social;
    out_.key.append(rules_.platforms().traits(federated).name).append(":").append(handle).append("@").append(server);
    return true;
}

bool Resolver::names_platform_and_handle(std::string_view text) {
    const std::size_t end = text.find_first_of(":/ @");
    if (end == std::string_view::npos || end == 0 || looks_like_address(text))
        return false;
    const Platform platform = rules_.platforms().named(text.substr(0, end));
    const std::size_t begin = text.find_first_not_of(":/ @", end);
    if (platform == Platform::no_platform || begin == std::string_view::npos)
        return false;
    const std::string_view value = text.substr(begin);
    if (looks_like_address(value))  // "Facebook: facebook.com/joes" is Joe's, not the page named "facebook.com"
        resolve(value, 2);
    else
        resolve_handle(platform, value);
    return out_.names_business();
}

void Resolver::profile(std::string_view text) {
    std::string buffer;
    const std::string_view cleaned = clean_pasted(text, buffer);
    if (!buffer.empty() && has_inner_break(text))
        return resolve_lines(text, LoneWords::joined, [this](std::string_view line) { profile(line); });
    if (names_platform_and_handle(cleaned))
        return;
    if (starts_with(cleaned, "@") && resolve_federated(cleaned))
        return;
    const bool marked = starts_with(cleaned, "@") && cleaned.find('/') == std::string_view::npos &&
                        cleaned.find('@', 1) == std::string_view::npos;
    if (marked)
        return reject(reason::bare_handle);
    resolve(cleaned, 2);
    if (out_.kind == Kind::reject && out_.reason == reason::single_label)
        reject(reason::bare_handle);
}

void Resolver::place_id(std::string_view text) {
    std::string buffer;
    std::string_view id = clean_pasted(text, buffer);
    if (!buffer.empty() && has_inner_break(text))
        return resolve_lines(text, LoneWords::apart, [this](std::string_view line) { place_id(line); });
    for (std::string_view prefix :
         {"google_map@", "google_maps@", "google@", "place_id:", "cid:", "google_place:", "google_cid:"})
        if (starts_with_ignoring_case(id, prefix)) {
            id.remove_prefix(prefix.size());
            break;
        }
    if (starts_with_ignoring_case(id, "http"))
        return resolve(id, 2);
    clear();
    if (id.empty())
        return reject(reason::empty);
    if (!place_key(id, out_.key))
        return reject(reason::bad_place_id);
    out_.kind = Kind::place;
}

bool Resolver::is_host_of_many(std::string_view domain) {
    resolve(domain, 0);
    if (out_.host.empty())
        return false;
    const HostSuffixes suffixes(out_.host);
    const SuffixList::Match match = suffixes_.match(suffixes);
    const std::string_view brand = match.is_listed ? first_label(match.registrable) : std::string_view();
    return match.is_private || rules_.hosts().find(suffixes, brand) != nullptr;
}

}  // namespace bizrec::identity
