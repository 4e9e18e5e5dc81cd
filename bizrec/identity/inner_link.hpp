#pragma once

#include <cstddef>
#include <string_view>

/// A link that a program has appended to the prefix of its platform: "facebook.com/https://www.facebook.com/joes".
namespace bizrec::identity {

struct InnerLink {
    std::string_view link;    ///< without "@" in front; empty if no link begins there
    std::string_view host;    ///< as written; may not be a valid host
    bool has_scheme = false;  ///< "https:" or "http:" stands before the host
};

/// Cheap first check whether a path can hold a link. Most paths have neither a dot nor an escape.
bool may_hold_link(std::string_view path) noexcept;

/// `rest`: the decoded rest of a path, from the beginning of a segment.
InnerLink inner_link_at(std::string_view rest) noexcept;

/// Returns where a second link begins that is glued to the end of a profile ("/joeshttps://best.com",
/// "/joeswww.best.com"), or npos if there is none. A name may also contain "www." ("/brava_www.brava.bg"), so the
/// caller must check the text that follows.
std::size_t glued_link_in(std::string_view path) noexcept;

}  // namespace bizrec::identity
