#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// RFC 4648, section 5, with or without padding; the standard alphabet's "+" and "/" are taken too. False for any other
/// octet or an impossible length; `out` is overwritten.
bool decode_base64url(std::string_view text, std::string& out);

}  // namespace bizrec::identity
