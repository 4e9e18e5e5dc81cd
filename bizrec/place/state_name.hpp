#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Folded forms under which builder and server meet in the place dictionary. All overwrite `out`, reuse its capacity,
/// are idempotent, and give "" for text without letters or digits.

/// State name or code: "US-CA" -> "usca", "Île-de-France" -> "iledefrance".
void fold_state(std::string_view utf8, std::string& out);

/// The state without the word for its unit, folded: "大阪府" -> "大阪", "Región de Murcia" -> "murcia",
/// "Province of Turin" -> "turin", "Moscow Oblast" -> "moscow". Equal to fold_state() where there is no such word.
void fold_state_without_unit(std::string_view utf8, std::string& out);

}  // namespace bizrec::place
