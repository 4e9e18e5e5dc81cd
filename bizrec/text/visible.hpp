#pragma once

#include <string>
#include <string_view>

/// Which text is visible, and how to make text safe to show to a person.
namespace bizrec::text {

/// Whether `utf8` is empty or consists only of white space, controls and zero-width characters. A NUL does not count as
/// blank, because other checks refuse texts with a NUL.
bool is_blank(std::string_view utf8) noexcept;

/// Whether a character moves a terminal's cursor, changes its colours or rings its bell (C0 controls, DEL, C1
/// controls), ends a line (U+2028, U+2029), or turns the direction of the text around it (U+061C, U+200E, U+200F,
/// U+202A to U+202E, U+2066 to U+206F). All of these lie below U+10000.
constexpr bool steers_terminal(char32_t c) noexcept {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F);
}

/// Appends `text` for a terminal, a log or a report. A character that steers a terminal is written as its code point,
/// such as "\u202e". A byte that is not UTF-8 is written as its value, such as "\x9b". All other characters stay,
/// including the backslash, so a second call changes nothing. The result is UTF-8.
void append_visible(std::string& out, std::string_view text);
std::string visible(std::string_view text);

/// Like visible(), but only the first 80 characters; "…" is appended if there are more.
std::string visible_start(std::string_view text);

/// Like visible(), but line feeds stay, for text of several lines.
std::string visible_lines(std::string_view text);

}  // namespace bizrec::text
