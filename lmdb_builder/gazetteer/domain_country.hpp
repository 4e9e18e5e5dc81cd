#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::builder {

/// alpha-2 of the country of a host's (or its identity key's) top-level domain. "" for other domains, and for country
/// domains that are used worldwide as words (".io", ".tv", ".me").
std::string country_of_domain(std::string_view domain, const PlaceCatalog& catalog);

}  // namespace bizrec::builder
