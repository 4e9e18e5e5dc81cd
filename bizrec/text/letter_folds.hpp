#pragma once

#include <string>
#include <string_view>

/// Folds letter by letter, without a normaliser. Works for texts in which no letter is changed by its neighbours, which
/// are most texts.
namespace bizrec::text {

/// Give the same results as icu_fold() and icu_fold_letters(). Return false if neighbours may change a letter of
/// `utf8`, if a letter lies in a rare block, or if bytes are broken; `out` is then not valid. Require has_icu_fold().
bool fold_by_letters(std::string_view utf8, std::string& out);
bool keep_letters_by_letters(std::string_view utf8, std::string& out);

}  // namespace bizrec::text
