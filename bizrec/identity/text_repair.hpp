#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Repairs an address whose marks a program has written in another way: defused dots ("joes[dot]com", "joes(.)com"), a
/// link of Access ("Joe's#https://joes.com#") or Jira
/// ("Joe's|https://joes.com"), the end of a tag ("joes.com'>Joe's"). Returns "" if there is nothing to repair. Call it
/// only for a text that was refused.
std::string repair_written_marks(std::string_view cleaned);

}  // namespace bizrec::identity
