#include "bizrec/identity/resolver.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_name.hpp"
#include "bizrec/identity/host_repair.hpp"
#include "bizrec/identity/labelled_profile.hpp"
#include "bizrec/identity/pasted_lines.hpp"
#include "bizrec/identity/place_link.hpp"
#include "bizrec/identity/profile.hpp"
#include "bizrec/identity/profile_address.hpp"
#include "bizrec/identity/profile_list.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/url_parts.hpp"
#include "bizrec/identity/url_text.hpp"

/// Resolves profiles and place ids that are written with the name of their platform, or as bare handles; tells
/// addresses from the words beside them.
namespace bizrec::identity {

void Resolver::resolve_handle(Platform platform, std::string_view value) {
    // A value with a blank is a name ("Joe's Diner"), not a handle, unless it is a telephone number.
    const PlatformTraits& its = rules_.platforms().traits(platform);
    const bool spaced = value.find(' ') != std::string_view::npos && its.special != PlatformTraits::Special::telephone;
    if (spaced || is_placeholder(value) || (value.find('.') != std::string_view::npos && !allows_dots(its)))
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
    // A federated handle without its server identifies no account.
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
    const std::size_t begin = text.find_first_not_of(":/ @", end);
    // "twitter:@joes" is no mail address, and "@joes.com" no website.
    const bool is_handle = begin != std::string_view::npos && text[begin - 1] == '@' && begin > end + 1;
    if (end == std::string_view::npos || end == 0 || (!is_handle && looks_like_address(text)))
        return false;
    const Platform platform = rules_.platforms().named(text.substr(0, end));
    if (platform == Platform::no_platform || begin == std::string_view::npos)
        return false;
    const std::string_view value = text.substr(begin);
    // Words after a blank are prose ("Facebook closed"). A telephone number is not.
    const bool is_marked = text.substr(end, begin - end).find_first_not_of(' ') != std::string_view::npos ||
                           rules_.platforms().traits(platform).special == PlatformTraits::Special::telephone;
    if (!is_handle &&
        looks_like_address(value))  // "Facebook: facebook.com/joes" is an address, not a handle with a slash
        resolve(value, 2);
    else if (is_marked)
        resolve_handle(platform, value);
    else
        return false;
    return out_.names_business();
}

bool Resolver::resolve_profile_list(std::string_view cleaned) {
    const std::string_view why = out_.reason;
    const std::vector<std::string_view> texts = split_profile_list(cleaned, rules_.platforms());
    if (texts.size() < 2)
        return false;
    for (std::string_view text : texts) {
        if (names_platform_and_handle(text))
            return true;
        if (!looks_like_address(text))
            continue;
        resolve(text, 2);
        if (out_.names_business() && (out_.host.empty() || suffixes_.match(out_.host).is_listed))
            return true;
    }
    reject(why);
    return false;
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
    if (out_.kind == Kind::reject && resolve_profile_list(cleaned))
        return;
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

[[gnu::noinline]] bool Resolver::names_platform(std::string_view words) const {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (rules_.platforms().named(trim(words.substr(0, end), ":,;()[]@")) != Platform::no_platform)
            return true;
        words.remove_prefix(std::min(words.size(), end + 1));
    }
    return false;
}

[[gnu::noinline]] void Resolver::resolve_word_apart(std::string_view cleaned, int redirects_left) {
    const std::string_view why = out_.reason;
    if (why != reason::space_in_host && why != reason::bad_host && why != reason::single_label)
        return;
    const std::string_view word = last_word_apart(cleaned);
    if (word.empty() || !is_known_host(word) || names_platform(cleaned.substr(0, cleaned.rfind(' '))))
        return;
    resolve_parts(split_url(word), redirects_left);
}

/// A word that may be the rest of the host's name is no remark: "joes.co uk", "joes.co m".
[[gnu::noinline]] bool Resolver::is_remark_after_host(std::string_view tail) const {
    const std::string word(tail.substr(0, tail.find_first_of("/?#")));
    return !word.empty() && is_alnum(word.front()) && !is_known_host(out_.host + word) &&
           !is_known_host(out_.host + "." + word);
}

}  // namespace bizrec::identity
