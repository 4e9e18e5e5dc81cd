#pragma once

#include <cstddef>
#include <string_view>

namespace bizrec::text {

/// Removes the plural ending of an English word of lower-case ASCII letters. Changes `word` in place; returns its new
/// size. A singular may change as well ("cookie" -> "cooky"), so that singular and plural get the same form.
/// Idempotent.
///
/// Harman's S stemmer ("How effective is suffixing?", 1991) does not give "boxes", "cookies", "shoes" and "trees" the
/// form of their singulars. Here -es is removed after ch, sh, x, ss, tz and zz; -ie becomes -y; -oe becomes -o; -ees
/// and -aes lose their s. Words of three letters stay ("gas", "bus", "las").
std::size_t fold_plural(char* word, std::size_t size) noexcept;

/// A quick test. False: fold_plural() does not change the word.
inline bool may_be_plural(std::string_view word) noexcept {
    return word.size() >= 4 && (word.back() == 's' || word.back() == 'e');
}

}  // namespace bizrec::text
