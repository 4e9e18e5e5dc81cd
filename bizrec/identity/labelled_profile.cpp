#include "bizrec/identity/labelled_profile.hpp"

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

/// Whether a text that a record gives with a platform's name ends like a website ("joes.com"), not like a handle with a
/// dot ("joes.bbq"). Knows only endings that are rare in handles.
bool has_website_ending(std::string_view text) noexcept {
    for (std::string_view ending : {".com", ".net", ".org", ".edu", ".gov", ".info", ".biz", ".co.uk", ".com.au"})
        if (text.size() > ending.size() && ends_with_ignoring_case(text, ending))
            return true;
    return false;
}

bool is_channel_id(std::string_view text) noexcept {
    return text.size() == 24 && starts_with(text, "UC");
}

}  // namespace

bool looks_like_address(std::string_view text) noexcept {
    if (text.find("://") != std::string_view::npos || starts_with(text, "//") ||
        starts_with_ignoring_case(text, "www.") || starts_with_ignoring_case(text, "http"))
        return true;
    const std::string_view authority = text.substr(0, text.find_first_of("/?#"));
    if (authority.find(' ') != std::string_view::npos)
        return false;
    if (authority.find('@', 1) != std::string_view::npos)
        return true;
    const bool has_path = authority.size() < text.size();
    return authority.find('.') != std::string_view::npos && authority.front() != '@' &&
           (has_path || has_website_ending(authority));
}

bool is_map_provider(std::string_view platform) noexcept {
    for (std::string_view name : {"google", "google maps", "google_maps", "googlemaps", "google business",
                                  "google_business", "gmb", "google my business", "google_place", "google_map"})
        if (equals_ignoring_case(platform, name))
            return true;
    return false;
}

bool allows_dots(const PlatformTraits& platform) noexcept {
    return platform.octets == "any" || platform.octets.find('.') != std::string_view::npos;
}

std::string path_for(const PlatformTraits& platform, std::string_view value) {
    if (value.find('/') != std::string_view::npos)
        return std::string(value);
    if (platform.special == PlatformTraits::Special::channels && is_channel_id(value))
        return "channel/" + std::string(value);
    if (starts_with(value, "@"))
        value.remove_prefix(1);
    std::string path(platform.bare);
    path += value;
    return path;
}

}  // namespace bizrec::identity
