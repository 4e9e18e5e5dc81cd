#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "bizrec/identity/pasted_lines.hpp"
#include "bizrec/identity/url_parts.hpp"

namespace bizrec::identity {

/// Path and query of a page on a website. The views point into the URL or into the buffer.
struct PageAddress {
    std::string_view path;
    std::string_view query;
};

/// Cuts what was pasted after the address of a page: prose ("/menu - our menu"), a second address ("/menu;best.com"),
/// escaped delimiters ("/menu%3Fref=x") and debris ("/menu%20)"). Call it only if UrlParts::is_odd is set. Not for
/// platforms: their handles may have blanks, commas and escapes. `is_page_of_stranger`: the website has pages of many
/// businesses.
PageAddress page_address(const UrlParts& url, bool is_page_of_stranger, const KnowsHost& knows_host,
                         std::string& buffer);

}  // namespace bizrec::identity
