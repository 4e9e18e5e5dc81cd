#pragma once

#include <string>
#include <string_view>

#include "bizrec/identity/path_pattern.hpp"
#include "bizrec/identity/url_parts.hpp"

/// The part of an address that may show a profile.
namespace bizrec::identity {

/// Returns the path and query of a profile. Old single-page sites keep them after "#" or "#!":
/// "facebook.com/home.php#!/joes".
ProfilePath path_of(const UrlParts& url) noexcept;

/// Reads escaped delimiters as plain ones: "/joes%2F", "/joes%3Fref=x". Returns `address` itself if its path has none,
/// otherwise views into `buffer`. The query stays that of `address` if the decoded path holds no "?".
ProfilePath with_plain_marks(ProfilePath address, std::string& buffer);

/// Whether the text has as many digits as a telephone number.
bool has_telephone(std::string_view text) noexcept;

/// Whether the text after a blank is a remark about the address for certain: it begins like prose or with a symbol, or
/// it is a mail address or a telephone number.
bool begins_remark(std::string_view text) noexcept;

/// Whether `text` is empty, or begins with a mark, a dash, "and" or "or". Other words may belong to a name, because
/// careless records have blanks in names ("@Joe's Diner").
bool begins_prose(std::string_view text) noexcept;

/// Drops prose after the last segment: "/joes - our page", "/joes and".
ProfilePath without_prose(ProfilePath address) noexcept;

}  // namespace bizrec::identity
