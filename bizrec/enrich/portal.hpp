#pragma once

#include "bizrec/identity/identity.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// A public suffix ("gov.uk", "wroclaw.pl") names the portal that stands there as "www." and the suffix, where the
/// index has a record of it; elsewhere `link` stays refused.
void take_portal(const store::Generation& generation, identity::Identity& link);

}  // namespace bizrec::search
