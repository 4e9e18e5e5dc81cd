#pragma once

#include <string>
#include <string_view>

/// Unicode in host names and profile names, done by ICU.
namespace bizrec::identity {

/// UTS #46 ToASCII: non-transitional, with bidi and joiner checks, without hyphen and STD3 checks, because real names
/// have underscores and emoji. Overwrites `out` with lower-case A-labels. Returns false if the name is not a domain
/// name: disallowed code points, broken punycode or broken UTF-8. The caller checks lengths and empty labels.
bool domain_to_ascii(std::string_view utf8, std::string& out);

/// Full Unicode case folding of UTF-8, for profile names. Broken bytes become U+FFFD. Replaces `text`.
void fold_case(std::string& text);

/// Composes `text` (NFC): "e" and a combining accent become one letter, which is what most people type.
void compose(std::string& text);

}  // namespace bizrec::identity
