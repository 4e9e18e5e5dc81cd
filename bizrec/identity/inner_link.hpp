#pragma once

#include <cstddef>
#include <string_view>

/// A link that a program has appended to the address of a platform: "facebook.com/https://www.facebook.com/joes".
namespace bizrec::identity {

struct InnerLink {
    std::string_view link;    ///< without "@" in front; empty if the text does not begin with a link
    std::string_view host;    ///< as written, not validated; empty if it has no dot, or ends in one
    bool has_scheme = false;  ///< "https:" or "http:" stands before the host
};

/// Cheap first check whether a path can hold a link: whether it has a dot, a colon or an escape. Most paths have none.
bool may_hold_link(std::string_view path) noexcept;

/// Reads the link at the beginning of `rest`, which is the decoded end of a path, from the first character of a segment
/// on.
InnerLink inner_link_at(std::string_view rest) noexcept;

/// Returns the beginning of a second link that is glued to the end of a profile ("/joeshttps://best.com",
/// "/joeswww.best.com"), or npos if there is none. A name may also contain "www." ("/brava_www.brava.bg"), so the
/// caller must check the text that follows.
std::size_t glued_link_in(std::string_view path) noexcept;

}  // namespace bizrec::identity
