#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Builder and server fold the names of places in the same way, for the keys of the place dictionary. All functions
/// fold_…() of this folder overwrite `out`, reuse its capacity, are idempotent, and give "" for text without letters or
/// digits.

/// Folds a state's name or code: "US-CA" -> "usca", "Île-de-France" -> "iledefrance".
void fold_state(std::string_view utf8, std::string& out);

/// Folds a state's name without the words for its unit: "大阪府" -> "大阪", "Región de Murcia" -> "murcia", "Province
/// of Turin" -> "turin", "Moscow Oblast" -> "moscow". Equal to fold_state() if there is no such word.
void fold_state_without_unit(std::string_view utf8, std::string& out);

}  // namespace bizrec::place
