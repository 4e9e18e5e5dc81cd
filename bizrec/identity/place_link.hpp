#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bizrec/identity/path_pattern.hpp"

/// Place ids of map providers.
namespace bizrec::identity {

/// The key of an id that stands alone: a CID ("10281119596374313554", decimal), a feature id ("0x6b12…:0x8ead…"), or a
/// place id ("ChIJ…"). A place id that begins with "ChIJ" is base64url of a protocol buffer that holds the feature
/// id's two halves, and a feature id's second half is the CID: so all three forms of one place meet in
/// "google_cid:…". Place ids of other make stay what they are: "google_place:…". False where it is none of them.
bool place_key(std::string_view id, std::string& key);

/// The id in a map link (path, query, fragment); nullopt: it is no map link; false: a map link without an id.
std::optional<bool> place_key_of_link(std::string_view host, const ProfilePath& address, std::string_view fragment,
                                      std::string& key);

}  // namespace bizrec::identity
