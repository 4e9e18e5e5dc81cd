#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bizrec/identity/path_pattern.hpp"

/// Place ids of map providers.
namespace bizrec::identity {

/// Makes the key of an id that is given alone, not in a link: a CID ("10281119596374313554", decimal), a feature id
/// ("0x6b12…:0x8ead…"), or a place id ("ChIJ…"). A place id that begins with "ChIJ" is base64url of a protocol buffer
/// that holds both halves of the feature id. The second half of a feature id is the CID. So all three forms of one
/// place give the same "google_cid:…". Other place ids are kept: "google_place:…". Returns false if `id` has none of
/// these forms.
bool place_key(std::string_view id, std::string& key);

/// Makes the key of the id in a map link. nullopt if the address is no map link; false if the link has no id.
std::optional<bool> place_key_of_link(std::string_view host, const ProfilePath& address, std::string_view fragment,
                                      std::string& key);

}  // namespace bizrec::identity
