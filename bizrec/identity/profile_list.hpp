#pragma once

#include <string_view>
#include <vector>

#include "bizrec/identity/platform.hpp"

namespace bizrec::identity {

/// Whether the text says that there is no address: "n/a", "none", "-".
bool is_placeholder(std::string_view text) noexcept;

/// Splits a cell with several profiles ("FB: joes, IG: joes2", "none, facebook.com/joes") at commas, semicolons and
/// vertical bars, at a slash between blanks, and before the name of a platform with a colon. Returns at most the first
/// five texts. If the first one neither names a platform nor is an address or a placeholder, the cell is prose: returns
/// none.
std::vector<std::string_view> split_profile_list(std::string_view cell, const PlatformTable& platforms);

}  // namespace bizrec::identity
