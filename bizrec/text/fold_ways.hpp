#pragma once

#include <string>
#include <string_view>

/// The two ways in which fold() folds text beyond ASCII: letter by letter (letter_folds.cpp), or by ICU's normalisers
/// (icu_fold.cpp).
namespace bizrec::text {

/// Folds letter by letter, without a normaliser. Works for texts in which no letter is changed by its neighbours, which
/// are most texts.

/// Give the same results as icu_fold() and icu_fold_letters(). Return false if neighbours may change a letter of
/// `utf8`, if a letter lies in a rare block, or if bytes are broken; `out` is then not valid. Require has_icu_fold().
bool fold_by_letters(std::string_view utf8, std::string& out);
bool keep_letters_by_letters(std::string_view utf8, std::string& out);

/// fold() and fold_letters() of any text, by ICU's normalisers. Slow. The fast paths must give the same results.

/// Whether ICU's data are there. If they are missing, none of the functions below may be called.
bool has_icu_fold() noexcept;

void icu_fold(std::string_view utf8, std::string& out);
void icu_fold_letters(std::string_view utf8, std::string& out);

/// Whether a text may be cut before `code_point` and its pieces normalised one by one, with the same result.
bool begins_apart(char32_t code_point) noexcept;

}  // namespace bizrec::text
