#pragma once

namespace bizrec::text {

/// The simplified form of a traditional Chinese character of the Basic Multilingual Plane's main block; every other
/// code point stays what it is. A look-up in a table.
char32_t simplified_han(char32_t code_point) noexcept;

}  // namespace bizrec::text
