#pragma once

#include <string>

#include "bizrec/identity/path_pattern.hpp"
#include "bizrec/identity/url_parts.hpp"

/// The part of an address that may show a profile.
namespace bizrec::identity {

/// Old addresses of single-page sites keep their path behind "#!": "facebook.com/home.php#!/joes".
ProfilePath path_of(const UrlParts& url) noexcept;

/// "/joes%2F", "/joes%3Fref=x": the address that its escaped marks would part, were they plain. Without such marks
/// `address` itself; else views into `buffer`.
ProfilePath with_plain_marks(ProfilePath address, std::string& buffer);

/// "/joes - our page", "/joes and": without the prose behind the last segment.
ProfilePath without_prose(ProfilePath address) noexcept;

}  // namespace bizrec::identity
