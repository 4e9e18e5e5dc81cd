#pragma once

#include <cstddef>
#include <string_view>

/// A link that a program has put behind the prefix of its platform: "facebook.com/https://www.facebook.com/joes".
namespace bizrec::identity {

struct InnerLink {
    std::string_view link;    ///< without "@" in front; empty: no link begins there
    std::string_view host;    ///< as it is written; may be no host of anything
    bool has_scheme = false;  ///< "https:" stands in front of the host
};

/// Whether a path can hold a link at all: most have neither a dot nor an escape.
bool may_hold_link(std::string_view path) noexcept;

/// `rest`: of a path, decoded, from the beginning of a segment.
InnerLink inner_link_at(std::string_view rest) noexcept;

/// Where a second link is glued to the end of a profile ("/joeshttps://best.com", "/joeswww.best.com"), its beginning;
/// npos where none is. "www." may also be in a name ("/brava_www.brava.bg"): the caller looks at what follows.
std::size_t glued_link_in(std::string_view path) noexcept;

}  // namespace bizrec::identity
