#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Repairs an address whose marks a program has written in another way: HTML's entities ("https:&#x2F;&#x2F;joes.com"),
/// defused dots ("joes[dot]com", "joes(.)com"), a link of Access ("Joe's#https://joes.com#") or Jira
/// ("Joe's|https://joes.com"), the end of a tag ("joes.com'>Joe's"). Returns "" if there is nothing to repair. Call it
/// only for a text that was refused.
std::string repair_written_marks(std::string_view cleaned);

/// Returns the length of the entity at the beginning of `text` if it stands for a quote or an angle bracket: "&quot;",
/// "&lt;", "&#39;". Otherwise returns 0.
std::size_t markup_entity(std::string_view text) noexcept;

}  // namespace bizrec::identity
