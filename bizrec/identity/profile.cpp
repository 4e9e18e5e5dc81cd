#include "bizrec/identity/profile.hpp"

#include <array>

#include "bizrec/identity/ascii.hpp"
#include "bizrec/identity/reasons.hpp"

namespace bizrec::identity {

namespace {

struct Row {
    enum class Action : std::uint8_t { profile, tenant, company, none };
    Platform platform;
    Action action;
    std::string_view pattern;
    std::string_view text;  ///< the key's prefix, the tenant's suffix, or the reason
};

constexpr Row rows[] = {
#define BIZREC_PROFILE(id, pattern, prefix) {Platform::id, Row::Action::profile, pattern, prefix},
#define BIZREC_TENANT(id, pattern, suffix) {Platform::id, Row::Action::tenant, pattern, suffix},
#define BIZREC_COMPANY(id, pattern) {Platform::id, Row::Action::company, pattern, {}},
#define BIZREC_NONE(id, pattern, why) {Platform::id, Row::Action::none, pattern, why},
#include "bizrec/identity/data/platform_paths.inc"
#undef BIZREC_PROFILE
#undef BIZREC_TENANT
#undef BIZREC_COMPANY
#undef BIZREC_NONE
};

bool is_locale(std::string_view segment) noexcept {
    const bool language = segment.size() >= 2 && is_letter(segment[0]) && is_letter(segment[1]);
    if (!language || segment.size() == 2)
        return language;
    return segment.size() == 5 && (segment[2] == '-' || segment[2] == '_') && is_letter(segment[3]) &&
           is_letter(segment[4]);
}

/// "/en-us/123_joes" without its first segment, where another one follows.
std::string_view without_locale(std::string_view path) noexcept {
    std::string_view rest = path;
    return is_locale(next_segment(rest)) && rest.find_first_not_of('/') != std::string_view::npos ? rest : path;
}

void make_key(Platform platform, std::string_view host, std::string_view prefix, std::string_view handle,
              std::string& key) {
    key.assign(traits(platform).name);
    key += ':';
    key += prefix;
    key += handle;
    // Handles of a federated network are unique on one server only; "@joe@mas.to" names its server itself.
    if (platform == Platform::mastodon && handle.find('@') == std::string_view::npos) {
        key += '@';
        key += starts_with(host, "www.") ? host.substr(4) : host;
    }
}

ProfileMatch apply(const Row& row, std::string_view host, std::string_view handle, std::string& key) {
    switch (row.action) {
        case Row::Action::profile:
            make_key(row.platform, host, row.text, handle, key);
            return {ProfileMatch::What::social, {}};
        case Row::Action::tenant:
            key.assign(handle);
            key += '.';
            key += row.text;
            return {ProfileMatch::What::tenant, {}};
        case Row::Action::company:
            return {ProfileMatch::What::company, {}};
        case Row::Action::none:
            break;
    }
    return {ProfileMatch::What::none, row.text};
}

ProfileMatch apply_rest(const PlatformTraits& platform, bool has_path) {
    if (!has_path || platform.rest == PlatformTraits::Rest::company)
        return {ProfileMatch::What::company, {}};
    return {ProfileMatch::What::none,
            platform.rest == PlatformTraits::Rest::document ? reason::document : reason::no_profile};
}

}  // namespace

ProfileMatch match_profile(Platform platform, std::string_view host, const ProfilePath& address, std::string& key) {
    const PlatformTraits& its = traits(platform);
    ProfilePath wanted = address;
    if (its.locale == PlatformTraits::Locale::skips)
        wanted.path = without_locale(wanted.path);
    std::string handle;
    for (const Row& row : rows)
        if (row.platform == platform && match_pattern(row.pattern, wanted, its, handle))
            return apply(row, host, handle, key);
    return apply_rest(its, address.path.find_first_not_of('/') != std::string_view::npos);
}

bool match_tenant(Platform platform, std::string_view subdomain, std::string& key) {
    constexpr std::array<std::string_view, 24> company = {
        "blog",   "help",      "support",   "developer", "developers", "status",  "careers",    "jobs",
        "about",  "investors", "api",       "community", "policy",     "press",   "news",       "mail",
        "email",  "images",    "static",    "cdn",       "accounts",   "partner", "engineering", "telegram"};
    for (std::string_view word : company)
        if (subdomain == word)
            return false;
    std::string handle;
    if (subdomain.find('.') != std::string_view::npos || !normalise_handle(subdomain, traits(platform), handle))
        return false;
    make_key(platform, {}, {}, handle, key);
    return true;
}

}  // namespace bizrec::identity
