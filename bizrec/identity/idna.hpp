#pragma once

#include <string>
#include <string_view>

/// Unicode in host names and profile names, by ICU.
namespace bizrec::identity {

/// UTS #46 ToASCII, non-transitional, with bidi and joiner checks, without hyphen and STD3 checks (people have
/// underscores and emoji in their names). `out` is overwritten with lower-case A-labels. False where the name is no
/// domain name: disallowed code points, broken punycode, broken UTF-8. Lengths and empty labels are the caller's.
bool domain_to_ascii(std::string_view utf8, std::string& out);

/// Full Unicode case folding of UTF-8, for profile names; broken bytes become U+FFFD. `text` is replaced.
void fold_case(std::string& text);

/// Composes `text` (NFC): "e" and a combining accent become the one letter that others type.
void compose(std::string& text);

}  // namespace bizrec::identity
