#pragma once

#include <string_view>

#include "bizrec/identity/url_parts.hpp"

namespace bizrec::identity {

/// Splits the text after an authority into path, query and fragment. Cuts it at mark-up, at a second address and at a
/// remark. Needed only for a text with marks: most addresses end in a path without any.
void split_marked_rest(std::string_view rest, UrlParts& parts) noexcept;

}  // namespace bizrec::identity
