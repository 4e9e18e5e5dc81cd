#pragma once

#include <string_view>

namespace bizrec::text {

/// Whether `bytes` is well-formed UTF-8 (Unicode 15, D92): no overlong form, no surrogate, nothing above U+10FFFF.
bool is_valid_utf8(std::string_view bytes) noexcept;

}  // namespace bizrec::text
