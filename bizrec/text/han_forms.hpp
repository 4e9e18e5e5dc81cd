#pragma once

namespace bizrec::text {

/// The simplified form of a traditional Chinese character of the main block (U+4E00 to U+9FFF); every other code point
/// unchanged. A look-up in a table.
char32_t simplified_han(char32_t code_point) noexcept;

}  // namespace bizrec::text
