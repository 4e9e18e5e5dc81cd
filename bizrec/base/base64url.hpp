#pragma once

#include <string>
#include <string_view>

namespace bizrec {

/// RFC 4648, section 5, without padding: every character of it may stand in a header, a URL and a shell word.
std::string encode_base64url(std::string_view bytes);

/// With or without padding; the standard alphabet's "+" and "/" are taken too. False for any other octet or an
/// impossible length; `out` is overwritten.
bool decode_base64url(std::string_view text, std::string& out);

}  // namespace bizrec
