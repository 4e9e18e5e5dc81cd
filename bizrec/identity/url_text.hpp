#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Cuts what comes along when an address is copied from running text: white space, zero-width characters, byte order
/// marks, quotes and brackets in front and behind, marks of lists and tags in front, punctuation behind. A closing
/// bracket stays where its opening one is inside.
std::string_view trim_pasted(std::string_view text) noexcept;

/// Readies a pasted address for parsing: trimmed; tabs, line ends and invisible characters dropped; "\" is "/"; odd
/// white space is a space; text typed in full-width letters, or escaped as a whole ("https%3A%2F%2F…"), is undone;
/// "joes[.]com" has a dot; "[url]joes.com[/url]", "_joes.com_", "Joe <info@joes.com>" and
/// "[Joe](https://joes.com/menu)" are what stands in the brackets. The result is a part of `text`, or of `buffer` where
/// something had to be changed.
std::string_view clean_pasted(std::string_view text, std::string& buffer);

/// Where prose holds an address ("Our site: https://joes.com"), the text from there to the next white space;
/// empty where there is none. `from`: first byte to look at.
std::string_view find_address(std::string_view text, std::size_t from) noexcept;

}  // namespace bizrec::identity
