#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Decodes characters that a program has written in another way: HTML's entities ("https&colon;//joes.com&nbsp;",
/// "joes<wbr>.com"), escapes of JSON ("\\u200b") and Excel ("_x000D_"), and UTF-8 that a program has read as
/// Windows-1252 ("Â ", "â€œ", "ï»¿"), each also twice ("&amp;nbsp;"). Line breaks and other control characters become
/// spaces. Returns "" if there is nothing to decode.
std::string decode_written(std::string_view text);

}  // namespace bizrec::identity
