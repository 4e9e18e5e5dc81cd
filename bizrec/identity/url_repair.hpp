#pragma once

#include <string>
#include <string_view>

/// An address as people and programs write it: the link in its mark-up (link_markup.cpp), its characters
/// (written_characters.cpp) and its marks (text_repair.cpp) are put right before it is read.
namespace bizrec::identity {

/// Returns the address in the last pair of angle brackets: "Joe <info@joes.com>". Returns `text` if no address is
/// there.
std::string_view inside_angle_brackets(std::string_view text) noexcept;

/// Returns the address of a link in Markdown or of a forum: "[Joe's](https://joes.com)", "[url]https://joes.com[/url]".
/// Returns `text` if it is not such a link.
std::string_view inside_link_markup(std::string_view text) noexcept;

/// Decodes characters that a program has written in another way: HTML's entities ("https&colon;//joes.com&nbsp;",
/// "joes<wbr>.com"), escapes of JSON ("\\u200b") and Excel ("_x000D_"), and UTF-8 that a program has read as
/// Windows-1252 ("Â ", "â€œ", "ï»¿"), each also twice ("&amp;nbsp;"). Line breaks and other control characters become
/// spaces. Returns "" if there is nothing to decode.
std::string decode_written(std::string_view text);

/// Repairs an address whose marks a program has written in another way: defused dots ("joes[dot]com", "joes(.)com"), a
/// link of Access ("Joe's#https://joes.com#") or Jira
/// ("Joe's|https://joes.com"), the end of a tag ("joes.com'>Joe's"). Returns "" if there is nothing to repair. Call it
/// only for a text that was refused.
std::string repair_written_marks(std::string_view cleaned);

/// Returns the text in front of the first escape of a blank or mark that e-mail programs have written ("=20" and "=3D"
/// of quoted-printable), without a "=" at the end, which joins two lines there.
std::string_view without_mail_escapes(std::string_view text) noexcept;

}  // namespace bizrec::identity
