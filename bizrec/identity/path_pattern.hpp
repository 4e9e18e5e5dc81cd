#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/platform.hpp"

/// The small pattern language of the rule file platform_paths.txt.
namespace bizrec::identity {

/// A profile's address below its host.
struct ProfilePath {
    std::string_view path;   ///< raw; leading slashes do not count
    std::string_view query;  ///< without "?"
};

/// True where `pattern` fits; then `handle` holds what it caught, joined by "/" where it caught twice, in the
/// platform's own case and without what the platform ignores. Segments of the path behind the pattern's are tabs.
bool match_pattern(std::string_view pattern, const ProfilePath& address, const PlatformTraits& platform,
                   std::string& handle);

/// Whether a segment of a pattern catches something: "{h}", "{-n}", ….
bool is_capture_token(std::string_view token) noexcept;

/// Next segment of `path`, which is cut behind it; empty at the end. Repeated slashes are one.
std::string_view next_segment(std::string_view& path) noexcept;

/// Whether a segment is one of the words of "a|b|c", in any case.
bool is_alternative(std::string_view alternatives, std::string_view segment) noexcept;

/// `raw` (maybe escaped) as a handle of the platform: "@" in front and blanks go, case and dots as its traits say.
/// False where it can be none.
bool normalise_handle(std::string_view raw, const PlatformTraits& platform, std::string& handle);

}  // namespace bizrec::identity
