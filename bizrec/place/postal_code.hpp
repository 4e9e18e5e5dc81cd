#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Builder and server fold the names of places in the same way, for the keys of the place dictionary. All functions
/// fold_…() of this folder overwrite `out`, reuse its capacity, are idempotent, and give "" for text without letters or
/// digits.

/// Folds a postal code: removes case, spaces and hyphens. `country`: alpha-2, upper case. For countries with ZIP codes,
/// keeps the first five digits of ZIP+4 and restores leading zeros ("5828" -> "05828", "36689-0426" -> "36689").
void fold_postal_code(std::string_view utf8, std::string_view country, std::string& out);

}  // namespace bizrec::place
