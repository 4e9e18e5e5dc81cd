#pragma once

#include "bizrec/identity/identity.hpp"

namespace bizrec::identity {

/// Of a link that was refused for being a public suffix: overwrites it with the domain of the portal that may stand
/// there ("www.gov.uk" for "gov.uk"). False: it is no such link, and as it was.
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
