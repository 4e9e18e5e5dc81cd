#include "bizrec/identity/profile.hpp"

#include <array>
#include <bitset>
#include <iterator>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/suffix_rule.hpp"

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

constexpr std::size_t row_count = std::size(rows);

/// Tells cheaply that a row cannot fit: of each row whose first segment is a literal, the hashes of its words. Most
/// addresses are a handle and nothing else, and would be compared with hundreds of words one by one.
class RowFilter {
public:
    RowFilter() {
        for (std::size_t i = 0; i < row_count; ++i) {
            std::string_view pattern = rows[i].pattern.substr(0, rows[i].pattern.find('?'));
            std::string_view words = next_segment(pattern);
            if (words.empty() || words == "*" || words.find('{') != std::string_view::npos) {
                words_[i].set();
                continue;
            }
            while (!words.empty()) {
                const std::size_t bar = words.find('|');
                words_[i].set(bucket(words.substr(0, bar)));
                words.remove_prefix(bar == std::string_view::npos ? words.size() : bar + 1);
            }
        }
        for (std::size_t i = row_count; i > 0; --i)
            first_[static_cast<std::size_t>(rows[i - 1].platform)] = i - 1;
    }

    static std::size_t bucket(std::string_view word) noexcept {
        std::uint32_t hash = 2166136261u;  // FNV-1a
        for (char c : word)
            hash = (hash ^ static_cast<unsigned char>(lower(c))) * 16777619u;
        return (hash ^ (hash >> 16)) % buckets;
    }
    bool may_fit(std::size_t row, std::size_t bucket) const noexcept { return words_[row][bucket]; }
    /// The platform's rows stand together; this is the first of them.
    std::size_t first(Platform platform) const noexcept { return first_[static_cast<std::size_t>(platform)]; }

private:
    static constexpr std::size_t buckets = 512;
    std::array<std::bitset<buckets>, row_count> words_;
    std::array<std::size_t, platform_count> first_{};
};

const RowFilter& row_filter() {
    static const RowFilter instance;
    return instance;
}

/// "de", "en-us", Spotify's "intl-de".
bool is_locale(std::string_view segment) noexcept {
    if (starts_with_ignoring_case(segment, "intl-"))
        return true;
    const bool language = segment.size() >= 2 && is_letter(segment[0]) && is_letter(segment[1]);
    if (!language || segment.size() == 2)
        return language;
    return segment.size() == 5 && (segment[2] == '-' || segment[2] == '_') && is_letter(segment[3]) &&
           is_letter(segment[4]);
}

/// Whether a row of the platform begins with this word: "dp", in front of Amazon's products, is no language.
bool begins_a_row(Platform platform, std::string_view word) noexcept {
    for (std::size_t i = row_filter().first(platform); i < row_count && rows[i].platform == platform; ++i) {
        std::string_view pattern = rows[i].pattern.substr(0, rows[i].pattern.find('?'));
        if (is_alternative(next_segment(pattern), word))
            return true;
    }
    return false;
}

/// "/en-us/123_joes" without its first segment, where another one follows.
std::string_view without_locale(Platform platform, std::string_view path) noexcept {
    std::string_view rest = path;
    const std::string_view first = next_segment(rest);
    const bool another = rest.find_first_not_of('/') != std::string_view::npos;
    return another && is_locale(first) && !begins_a_row(platform, first) ? rest : path;
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
            if (!is_host_name(key) || handle == "www")
                break;
            return {ProfileMatch::What::tenant, {}};
        case Row::Action::company:
            return {ProfileMatch::What::company, {}};
        case Row::Action::none:
            break;
    }
    key.clear();
    return {ProfileMatch::What::none, row.action == Row::Action::none ? row.text : reason::no_profile};
}

ProfileMatch apply_rest(const PlatformTraits& platform, const ProfilePath& address) {
    const bool has_path = address.path.find_first_not_of('/') != std::string_view::npos;
    const bool is_home = !has_path && (platform.rest != PlatformTraits::Rest::document || address.query.empty());
    if (is_home || platform.rest == PlatformTraits::Rest::company)
        return {ProfileMatch::What::company, {}};
    return {ProfileMatch::What::none,
            platform.rest == PlatformTraits::Rest::document ? reason::document : reason::no_profile};
}

}  // namespace

ProfileMatch match_profile(Platform platform, std::string_view host, const ProfilePath& address, std::string& key) {
    const PlatformTraits& its = traits(platform);
    ProfilePath wanted = address;
    if (its.locale == PlatformTraits::Locale::skips)
        wanted.path = without_locale(platform, wanted.path);
    std::string handle;
    const RowFilter& filter = row_filter();
    std::string_view path = wanted.path;
    const std::size_t bucket = RowFilter::bucket(next_segment(path));
    for (std::size_t i = filter.first(platform); i < row_count && rows[i].platform == platform; ++i)
        if (filter.may_fit(i, bucket) && match_pattern(rows[i].pattern, wanted, its, handle))
            return apply(rows[i], host, handle, key);
    return apply_rest(its, address);
}

bool match_tenant(Platform platform, std::string_view subdomain, std::string& key) {
    constexpr std::array<std::string_view, 24> company = {
        "blog",  "help",      "support", "developer", "developers", "status",  "careers",     "jobs",
        "about", "investors", "api",     "community", "policy",     "press",   "news",        "mail",
        "email", "images",    "static",  "cdn",       "accounts",   "partner", "engineering", "telegram"};
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
