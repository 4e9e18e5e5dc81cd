#pragma once

#include <string_view>
#include <vector>

#include "bizrec/identity/platform.hpp"

namespace bizrec::identity {

/// Whether the text says that there is no address: "n/a", "none", "-".
bool is_placeholder(std::string_view text) noexcept;

/// Splits a cell with several profiles ("FB: joes, IG: joes2", "none, facebook.com/joes") at list marks, at a slash
/// between blanks, and before the name of a platform with a colon. Returns at most the first five texts, or none if the
/// first one is prose: it must name a platform, be an address, or be a placeholder.
std::vector<std::string_view> split_profile_list(std::string_view cell, const PlatformTable& platforms);

}  // namespace bizrec::identity
