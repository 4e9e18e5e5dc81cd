#include "bizrec/identity/profile.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/suffix_rule.hpp"

namespace bizrec::identity {

namespace {

/// Whether a segment is a locale: "de", "en-us", Spotify's "intl-de".
bool is_locale(std::string_view segment) noexcept {
    if (starts_with_ignoring_case(segment, "intl-"))
        return true;
    const bool language = segment.size() >= 2 && is_letter(segment[0]) && is_letter(segment[1]);
    if (!language || segment.size() == 2)
        return language;
    return segment.size() == 5 && (segment[2] == '-' || segment[2] == '_') && is_letter(segment[3]) &&
           is_letter(segment[4]);
}

/// Whether a path rule of the platform begins with this word. Such a word is not a locale, even if it looks like one:
/// Amazon's "dp" comes before a product.
bool begins_a_row(const LinkRules& rules, Platform platform, std::string_view word) noexcept {
    for (std::size_t i = rules.paths().begin(platform); i < rules.paths().end(platform); ++i) {
        std::string_view pattern = rules.paths()[i].pattern;
        pattern = pattern.substr(0, pattern.find('?'));
        if (is_alternative(next_segment(pattern), word))
            return true;
    }
    return false;
}

/// Drops the locale at the front of a path if another segment follows: "/en-us/123_joes" becomes "/123_joes". Keeps it
/// if a path rule of the platform begins with it.
std::string_view without_locale(const LinkRules& rules, Platform platform, std::string_view path) noexcept {
    std::string_view rest = path;
    const std::string_view first = next_segment(rest);
    const bool another = rest.find_first_not_of('/') != std::string_view::npos;
    return another && is_locale(first) && !begins_a_row(rules, platform, first) ? rest : path;
}

void make_key(const PlatformTraits& platform, std::string_view host, std::string_view prefix, std::string_view handle,
              std::string& key) {
    key.assign(platform.name);
    key += ':';
    key += prefix;
    key += handle;
    // A handle of a federated network is unique on one server only; "@joe@mas.to" names its server itself.
    if (platform.special == PlatformTraits::Special::federated && handle.find('@') == std::string_view::npos) {
        key += '@';
        key += starts_with(host, "www.") ? host.substr(4) : host;
    }
}

ProfileMatch apply(const PathTable::Row& row, const PlatformTraits& platform, std::string_view host,
                   std::string_view handle, std::string& key) {
    using Action = PathTable::Action;
    switch (row.action) {
        case Action::profile:
            make_key(platform, host, row.text, handle, key);
            return {ProfileMatch::What::social, {}};
        case Action::tenant:
            key.assign(handle);
            key += '.';
            key += row.text;
            if (!is_host_name(key) || handle == "www")
                break;
            return {ProfileMatch::What::tenant, {}};
        case Action::company:
            return {ProfileMatch::What::company, {}};
        case Action::none:
            break;
    }
    key.clear();
    return {ProfileMatch::What::none, row.action == Action::none ? row.text : reason::no_profile};
}

ProfileMatch apply_rest(const PlatformTraits& platform, const ProfilePath& address) {
    if (platform.rest == PlatformTraits::Rest::shared)
        return {ProfileMatch::What::shared, {}};
    const bool has_path = address.path.find_first_not_of('/') != std::string_view::npos;
    const bool is_home = !has_path && (platform.rest != PlatformTraits::Rest::document || address.query.empty());
    if (is_home || platform.rest == PlatformTraits::Rest::company)
        return {ProfileMatch::What::company, {}};
    return {ProfileMatch::What::none,
            platform.rest == PlatformTraits::Rest::document ? reason::document : reason::no_profile};
}

}  // namespace

ProfileMatch match_profile(const LinkRules& rules, Platform platform, std::string_view host, const ProfilePath& address,
                           std::string& key) {
    const PlatformTraits& its = rules.platforms().traits(platform);
    const PathTable& rows = rules.paths();
    ProfilePath wanted = address;
    if (its.locale == PlatformTraits::Locale::skips)
        wanted.path = without_locale(rules, platform, wanted.path);
    std::string handle;
    std::string_view path = wanted.path;
    const std::size_t bucket = PathTable::bucket(next_segment(path));
    for (std::size_t i = rows.begin(platform); i < rows.end(platform); ++i)
        if (rows.may_fit(i, bucket) && match_pattern(rows[i].pattern, wanted, its, handle))
            return apply(rows[i], its, host, handle, key);
    return apply_rest(its, address);
}

bool match_tenant(const LinkRules& rules, Platform platform, std::string_view subdomain, std::string& key) {
    if (rules.subdomains().is_company(subdomain))
        return false;
    const PlatformTraits& its = rules.platforms().traits(platform);
    std::string handle;
    if (subdomain.find('.') != std::string_view::npos || !normalise_handle(subdomain, its, handle))
        return false;
    make_key(its, {}, {}, handle, key);
    return true;
}

}  // namespace bizrec::identity
