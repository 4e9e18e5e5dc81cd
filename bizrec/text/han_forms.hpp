#pragma once

namespace bizrec::text {

/// The simplified form of a traditional Chinese character in the main block of the Basic Multilingual Plane. Every
/// other code point is returned unchanged. A table look-up.
char32_t simplified_han(char32_t code_point) noexcept;

}  // namespace bizrec::text
