#include "bizrec/identity/resolver.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/profile.hpp"
#include "bizrec/identity/reasons.hpp"

/// Resolves links with the scheme of an app.
namespace bizrec::identity {

namespace {

template <std::size_t Count>
bool is_any_of(std::string_view word, const std::array<std::string_view, Count>& words) noexcept {
    return std::any_of(words.begin(), words.end(),
                       [word](std::string_view one) { return equals_ignoring_case(word, one); });
}

/// Whether a browser or Android writes this scheme in place of "https": "googlechrome://joes.com".
bool opens_in_browser(std::string_view scheme) noexcept {
    constexpr std::array<std::string_view, 3> schemes = {"googlechrome", "googlechromes", "intent"};
    return is_any_of(scheme, schemes);
}

/// Whether a browser uses this scheme for its own view of another page, such as the reading view. The parameter "url"
/// names that page.
bool shows_another_page(std::string_view scheme) noexcept {
    constexpr std::array<std::string_view, 6> schemes = {"about",   "chrome-distiller", "chrome-extension",
                                                         "firefox", "moz-extension",    "read"};
    return is_any_of(scheme, schemes);
}

}  // namespace

/// Whether the path names an account in a later segment or in the query: "user?screen_name=joes". Its first segment is
/// a word of the app, although it may be a handle on the website.
bool Resolver::match_app_path(Platform platform, const ProfilePath& address) {
    const std::string_view word = address.path.substr(0, address.path.find('/'));
    std::string handle;
    return match_profile(rules_, platform, {}, address, out_.key).what == ProfileMatch::What::social &&
           !(match_profile(rules_, platform, {}, {word, {}}, handle).what == ProfileMatch::What::social &&
             handle == out_.key);
}

bool Resolver::resolve_app_link(std::string_view cleaned, int redirects_left) {
    const std::size_t colon = cleaned.find(':');
    if (colon == std::string_view::npos || redirects_left == 0)
        return false;
    const std::string_view scheme = cleaned.substr(0, colon);
    const std::string_view rest = trim(cleaned.substr(colon + 1), "/");
    const std::string_view link = rest.substr(0, rest.find('#'));
    const std::size_t question = std::min(link.find('?'), link.size());
    const std::string_view query = link.substr(std::min(question + 1, link.size()));
    const Platform platform =
        starts_with(cleaned.substr(colon), "://") ? rules_.platforms().named(scheme) : Platform::no_platform;
    const bool is_app = platform != Platform::no_platform;
    std::string target;
    if (opens_in_browser(scheme) || (is_app && link.substr(0, link.find('/')).find('.') < question))
        target = link;
    else if (is_app || shows_another_page(scheme))
        target = query_value(query, is_app ? "href" : "url").value_or(std::string());
    if (!target.empty())
        read(target, redirects_left - 1);
    else if (is_app && match_app_path(platform, {link.substr(0, question), query}))
        out_.kind = Kind::social;
    if (out_.names_business())
        return true;
    reject(reason::other_scheme);
    return false;
}

}  // namespace bizrec::identity
