#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Folded forms under which builder and server meet in the place dictionary. All overwrite `out`, reuse its capacity,
/// are idempotent, and give "" for text without letters or digits.

/// City: equal after folding, spaces and punctuation out; saint/sainte/st/ste, fort/ft, mount/mt are one:
/// "St. Louis" and "Saint Louis" -> "stlouis".
void fold_city(std::string_view utf8, std::string& out);

}  // namespace bizrec::place
