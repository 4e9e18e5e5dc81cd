#pragma once

#include "bizrec/identity/identity.hpp"

namespace bizrec::identity {

/// Replaces a public suffix by the portal that may exist there: the link "gov.uk", which was refused, becomes the
/// domain "www.gov.uk". Returns false, and changes nothing, if `link` was refused for another reason, or not at all.
inline bool read_portal(Identity& link) {
    if (link.kind != Kind::reject || link.host.empty()) {
        return false;
    }
    link.kind = Kind::domain;
    link.key = link.host;
    link.reason = {};
    return true;
}

}  // namespace bizrec::identity
