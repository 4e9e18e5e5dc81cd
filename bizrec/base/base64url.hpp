#pragma once

#include <string>
#include <string_view>

namespace bizrec {

/// Encodes by RFC 4648, section 5, without padding. All characters of the result are allowed in a header, a URL and a
/// shell word.
std::string encode_base64url(std::string_view bytes);

/// Decodes the same form. Also accepts padding, and "+" and "/" of the standard alphabet. Returns false for any other
/// octet or an impossible length. Overwrites `out`, which is empty after a failure.
bool decode_base64url(std::string_view text, std::string& out);

}  // namespace bizrec
