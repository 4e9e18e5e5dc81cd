#pragma once

#include <string>
#include <string_view>

/// What of a text can be seen, and what must be before it is shown to a person.
namespace bizrec::text {

/// Nothing in `utf8` leaves a mark: it is empty, or white space, controls and zero-width characters alone. NUL is not
/// blank: texts that hold one are refused elsewhere.
bool is_blank(std::string_view utf8) noexcept;

/// Moves a terminal's cursor, colours or rings it (C0 controls, DEL, C1 controls), ends a line (U+2028, U+2029), or
/// turns the direction of the text around it (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+206F). All below
/// U+10000.
constexpr bool steers_terminal(char32_t c) noexcept {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F);
}

/// Appends `text` for a terminal, a log or a report: what steers a terminal as "\u202e", bytes that are no UTF-8 as
/// "\x9b". All other characters, the backslash among them, stay: shown twice it is the same. The result is UTF-8.
void append_visible(std::string& out, std::string_view text);
std::string visible(std::string_view text);

/// The same of its first 80 characters; "…" where there are more.
std::string visible_start(std::string_view text);

/// The same of whole lines: line feeds stay.
std::string visible_lines(std::string_view text);

}  // namespace bizrec::text
