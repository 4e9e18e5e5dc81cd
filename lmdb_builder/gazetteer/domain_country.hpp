#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::builder {

/// The alpha-2 code of the country that a top-level domain belongs to. `domain`: a host, or an identity key. "" for
/// other domains, and for country domains that are used worldwide as words (".io", ".tv", ".me").
std::string country_of_domain(std::string_view domain, const PlaceCatalog& catalog);

}  // namespace bizrec::builder
