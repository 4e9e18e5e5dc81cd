#pragma once

#include <string>
#include <string_view>

/// Unicode in host names and profile names, done by ICU.
namespace bizrec::identity {

/// UTS #46 ToASCII: non-transitional, with bidi and joiner checks, without hyphen and STD3 checks, because real names
/// have underscores and emoji. Overwrites `out` with lower-case A-labels. Returns false if the text is not a domain
/// name (disallowed code points, broken punycode, broken UTF-8), is empty, or has more than 1024 bytes. The caller
/// checks the lengths of labels and name, and empty labels.
bool domain_to_ascii(std::string_view utf8, std::string& out);

/// Full Unicode case folding of UTF-8, for profile names. Broken bytes become U+FFFD. Replaces `text`.
void fold_case(std::string& text);

/// Composes `text` (NFC): "e" and a combining accent become one letter, as most people type it. Broken UTF-8 stays
/// unchanged.
void compose(std::string& text);

}  // namespace bizrec::identity
