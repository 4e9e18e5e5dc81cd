#pragma once

#include "bizrec/identity/identity.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Reads a public suffix ("gov.uk", "wroclaw.pl") as the portal at "www." and the suffix, if the index has a record of
/// the portal. Otherwise `link` is unchanged.
void take_portal(const store::Generation& generation, identity::Identity& link);

}  // namespace bizrec::search
