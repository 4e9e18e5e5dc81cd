#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::builder {

/// alpha-2 of the country whose top-level domain a host or an identity key of one ends with; "" for other domains, and
/// for the country domains that the world uses as words (".io", ".tv", ".me").
std::string country_of_domain(std::string_view domain, const PlaceCatalog& catalog);

}  // namespace bizrec::builder
