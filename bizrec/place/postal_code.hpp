#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Folded forms under which builder and server meet in the place dictionary. All overwrite `out`, reuse its capacity,
/// are idempotent, and give "" for text without letters or digits.

/// Postal code: case, spaces and hyphens out. `country`: alpha-2 upper case. US: first five digits of ZIP+4, leading
/// zeros restored ("5828" -> "05828", "36689-0426" -> "36689").
void fold_postal_code(std::string_view utf8, std::string_view country, std::string& out);

}  // namespace bizrec::place
