#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/platform.hpp"

/// What a text may be that somebody has put next to the name of a platform: an address, or a handle.
namespace bizrec::identity {

/// An address, whatever the platform next to it: a scheme, a host in front of a slash, an e-mail address. `text` is not
/// empty.
bool looks_like_address(std::string_view text) noexcept;

/// "Google Maps", "gmb" and the like, in any case.
bool is_map_provider(std::string_view platform) noexcept;

/// Whether handles of the platform may have dots.
bool allows_dots(const PlatformTraits& platform) noexcept;

/// The path that `value` would stand in on the platform: "joes" -> "company/joes", "in/joe" as it is.
std::string path_for(const PlatformTraits& platform, std::string_view value);

}  // namespace bizrec::identity
