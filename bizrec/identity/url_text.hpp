#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Trims what is copied along with an address from running text: white space, zero-width characters, byte order marks,
/// quotes and brackets at both ends; list marks and tags in front; punctuation at the end. A closing bracket stays if
/// its opening bracket is inside.
std::string_view trim_pasted(std::string_view text) noexcept;

/// Trims only the end, as trim_pasted() does. At the end, breaks and blanks that a program has written as text are
/// trimmed, too: "%0D%0A", "_x000D_", "\\n".
std::string_view trim_pasted_end(std::string_view text) noexcept;

/// Prepares a pasted address for parsing. Trims it, and drops tabs, line ends and invisible characters; a tab or line
/// end before an address becomes a space. "\" becomes "/", and unusual white space becomes a space. Full-width letters,
/// and escapes of a whole address ("https%3A%2F%2F…"), are decoded. "joes[.]com" gets its dot. "[url]joes.com[/url]",
/// "_joes.com_", "Joe <info@joes.com>" and "[Joe](https://joes.com/menu)" become the text between the marks. The result
/// is a part of `text`, or of `buffer` if something had to be changed.
std::string_view clean_pasted(std::string_view text, std::string& buffer);

/// Finds an address in prose ("Our site: https://joes.com"). Returns the address, trimmed, up to the next space, angle
/// bracket, double quote or "|"; empty if there is none. `from`: first byte to look at.
std::string_view find_address(std::string_view text, std::size_t from) noexcept;

/// Whether the character is an arrow, a dingbat or an emoji.
bool is_symbol(char32_t c) noexcept;

}  // namespace bizrec::identity
