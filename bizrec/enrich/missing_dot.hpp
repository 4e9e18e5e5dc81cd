#pragma once

#include "bizrec/identity/identity.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Whether "www" without its dot may begin the domain: "wwwstarbucks.com". Inline, because it is asked for each link.
inline bool may_miss_dot(const identity::Identity& link) noexcept {
    return link.key[0] == 'w' && link.key[1] == 'w' && link.key[2] == 'w';
}

/// Reads "wwwstarbucks.com" as starbucks.com, if the index has records of that domain and none of the domain as typed.
/// Otherwise `link` is unchanged, also if the text may be a word that begins with "w": "wwwhatsnew.com".
void restore_missing_dot(const store::Generation& generation, identity::Identity& link);

/// Reads a public suffix ("gov.uk", "wroclaw.pl") as the portal at "www." and the suffix, if the index has a record of
/// the portal. Otherwise `link` is unchanged.
void restore_portal(const store::Generation& generation, identity::Identity& link);

}  // namespace bizrec::search
