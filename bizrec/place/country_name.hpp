#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Folded forms under which builder and server meet in the place dictionary. All overwrite `out`, reuse its capacity,
/// are idempotent, and give "" for text without letters or digits.

/// Country name or code: "U.S.A." -> "usa", "Côte d’Ivoire" -> "cotedivoire". A leading "the" is dropped.
void fold_country(std::string_view utf8, std::string& out);

}  // namespace bizrec::place
