#pragma once

#include <string>
#include <string_view>

/// Folding letter by letter, without a normaliser: for texts of letters that no neighbour changes, which are most.
namespace bizrec::text {

/// What icu_fold() and icu_fold_letters() give; false where a letter of `utf8` may be changed by its neighbours, is of
/// a block that is seldom met, or is no letter but broken bytes: `out` is rubbish then. Not for ICU without its data.
bool fold_by_letters(std::string_view utf8, std::string& out);
bool keep_letters_by_letters(std::string_view utf8, std::string& out);

}  // namespace bizrec::text
