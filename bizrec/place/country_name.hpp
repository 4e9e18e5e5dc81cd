#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Builder and server fold the names of places in the same way, for the keys of the place dictionary. All functions
/// fold_…() of this folder overwrite `out`, reuse its capacity, are idempotent, and give "" for text without letters or
/// digits.

/// Folds a country's name or code: "U.S.A." -> "usa", "Côte d’Ivoire" -> "cotedivoire". A leading "the" is dropped.
void fold_country(std::string_view utf8, std::string& out);

}  // namespace bizrec::place
