#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/state_names.hpp"

namespace bizrec::builder {

/// Hexadecimal XXH3-128 of the countries, the subdivisions and their translations into their countries' languages:
/// what the machine's iso-codes say, whatever else is in its files.
std::string catalog_digest(const std::vector<IsoCountry>& countries, const std::vector<IsoSubdivision>& subdivisions,
                           const MessageCatalogs& catalogs);

}  // namespace bizrec::builder
