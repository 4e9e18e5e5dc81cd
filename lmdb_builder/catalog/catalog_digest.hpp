#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/state_names.hpp"

namespace bizrec::builder {

/// Hexadecimal XXH3-128 of the countries, the subdivisions and their translations into their countries' languages. It
/// ignores everything else in the files of iso-codes.
std::string catalog_digest(const std::vector<IsoCountry>& countries, const std::vector<IsoSubdivision>& subdivisions,
                           const MessageCatalogs& catalogs);

}  // namespace bizrec::builder
