#pragma once

#include <cstddef>
#include <string_view>

namespace bizrec::text {

/// Takes the plural's ending off an English word of lower-case ASCII letters: changes `word` in place, returns its new
/// size. A singular may change as well ("cookie" -> "cooky"), so that both meet; the result stays what it is.
/// Harman's S stemmer ("How effective is suffixing?", 1991), which leaves boxe, cooky/cookie, shoes and trees apart:
/// here -es goes after ch, sh, x, ss, tz, zz; -ie is -y; -oe is -o; -ees and -aes lose their s. Words of three letters
/// stay ("gas", "bus", "las").
std::size_t fold_plural(char* word, std::size_t size) noexcept;

/// False for most words: fold_plural() leaves them as they are.
inline bool may_be_plural(std::string_view word) noexcept {
    return word.size() >= 4 && (word.back() == 's' || word.back() == 'e');
}

}  // namespace bizrec::text
