#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/platform.hpp"

/// Reads the text beside the name of a platform: it may be an address or a handle.
namespace bizrec::identity {

/// Whether `text` is an address, not a handle: it has a scheme, "www.", a host with a dot before a path, or an ending
/// such as ".com", or it is an e-mail address.
bool looks_like_address(std::string_view text) noexcept;

/// Whether the text names a map provider: "Google Maps", "gmb" and the like, in any case.
bool is_map_provider(std::string_view platform) noexcept;

/// Whether handles of the platform may have dots.
bool allows_dots(const PlatformTraits& platform) noexcept;

/// Returns the path that `value` has on the platform: "joes" -> "company/joes"; "in/joe" stays unchanged.
std::string path_for(const PlatformTraits& platform, std::string_view value);

}  // namespace bizrec::identity
