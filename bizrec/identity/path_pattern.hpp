#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/platform.hpp"

/// The small pattern language of the rule file platform_paths.txt.
namespace bizrec::identity {

/// A profile's address below its host.
struct ProfilePath {
    std::string_view path;   ///< raw; leading slashes are ignored
    std::string_view query;  ///< without "?"
};

/// Returns true if `pattern` matches. `handle` then holds the captured texts, joined by "/"; "" if the pattern has no
/// capture. A "{h}" is captured as normalise_handle() writes it. Further segments of the path are tabs of the profile
/// and do not matter.
bool match_pattern(std::string_view pattern, const ProfilePath& address, const PlatformTraits& platform,
                   std::string& handle);

/// Whether a segment of a pattern is a capture: "{h}", "{-n}", ….
bool is_capture_token(std::string_view token) noexcept;

/// Returns the next segment of `path` and removes it from `path`; empty at the end. Repeated slashes count as one.
std::string_view next_segment(std::string_view& path) noexcept;

/// Whether a segment is one of the words of "a|b|c", ignoring case.
bool is_alternative(std::string_view alternatives, std::string_view segment) noexcept;

/// Normalises `raw` (may be escaped) to a handle of the platform: trims it like pasted text, drops a leading "@" and
/// parameters after "&", and treats case and dots as the platform's traits say. Returns false if `raw` cannot be a
/// handle.
bool normalise_handle(std::string_view raw, const PlatformTraits& platform, std::string& handle);

}  // namespace bizrec::identity
