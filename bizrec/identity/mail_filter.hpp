#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/url_parts.hpp"

/// Addresses that mail filters have rewritten with marks of their own (URL Defense, Check Point).
namespace bizrec::identity {

/// Decodes "https-3A__joes.com_menu": "-" is "%", "_" is "/".
std::string from_proofpoint2(std::string value);

/// Extracts the address between "__" and "__;" or "___.", and puts back the characters that stars stand for: "*" is the
/// next character of the base64url after "__;", "**B" the next three ("A" is two). The address is not escaped, so its
/// query and fragment look like those of the filter.
std::string from_proofpoint3(const UrlParts& url);

}  // namespace bizrec::identity
