#pragma once

#include <string_view>

namespace bizrec::identity {

/// Returns the address in the last pair of angle brackets: "Joe <info@joes.com>". Returns `text` if no address is
/// there.
std::string_view inside_angle_brackets(std::string_view text) noexcept;

/// Returns the address of a link in Markdown or of a forum: "[Joe's](https://joes.com)", "[url]https://joes.com[/url]".
/// Returns `text` if it is not such a link.
std::string_view inside_link_markup(std::string_view text) noexcept;

}  // namespace bizrec::identity
