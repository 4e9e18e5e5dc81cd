#pragma once

#include "bizrec/identity/identity.hpp"

namespace bizrec::identity {

/// For a link that was refused because its host is a public suffix: replaces it with the domain of the portal that may
/// stand there ("www.gov.uk" for "gov.uk"). Returns false, and changes nothing, if `link` was refused for another
/// reason, or not at all.
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
