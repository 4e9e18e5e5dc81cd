#pragma once

#include <string>
#include <string_view>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

/// Repairs a host that was typed with wrong marks, by putting dots in their place: "www. joes.com", "www:joes.com",
/// "www,joes.com" and "joes,ro" (a comma, and no dot). The result has no scheme, and keeps the text after the host. If
/// the text begins with the number of a list ("1. joes.com"), with a label ("Webseite: joes.com", "网站：joes.com"), or
/// with a broken scheme ("h ttp://joes.com", "https://+joes.com"), the result is the text after it, unchanged.
/// Returns an empty string if there is nothing to repair. `cleaned`: output of clean_pasted(). The caller must check
/// that the result is a host: "Smith,Jones" is not.
std::string repair_host_marks(std::string_view cleaned);

/// Returns the last word of a text if a mark parts it from the words before it: "joes.com" of "Joe's (joes.com)",
/// "Joe's - joes.com" and "555-1234, Web: joes.com". Empty for prose, which may say that the word is something else
/// ("not joes.com").
std::string_view last_word_apart(std::string_view cleaned);

/// Whether the host begins with "www" without its dot: "wwwstores.joes.com". Inline, because it is asked for each host.
inline bool lacks_dot_after_www(std::string_view host) noexcept {
    return host.size() > 3 && host[0] == 'w' && host[3] != '.' && host[1] == 'w' && host[2] == 'w' &&
           is_letter(host[3]);
}

/// Returns the host in front of another address that is glued to it: "joes.com" of "joes.comhttps" and of
/// "joes.comwww.best.com". Empty if no address is glued to the host.
std::string_view in_front_of_glued(std::string_view host) noexcept;

}  // namespace bizrec::identity
