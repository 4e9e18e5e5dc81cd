#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Builder and server fold the names of places in the same way, for the keys of the place dictionary. All functions
/// fold_…() of this folder overwrite `out`, reuse its capacity, are idempotent, and give "" for text without letters or
/// digits.

/// Folds a city's name. Names are equal if they differ only in spaces, punctuation or folding. Saint/sainte/st/ste,
/// fort/ft and mount/mt are equal: "St. Louis" and "Saint Louis" -> "stlouis".
void fold_city(std::string_view utf8, std::string& out);

}  // namespace bizrec::place
