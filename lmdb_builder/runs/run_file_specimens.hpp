#pragma once

#include <string>

#include "bizrec/format/rules.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::builder {

/// Hexadecimal XXH3-128 of what reading makes of a few made-up records, which touch every rule: two builders with
/// different ones would not give the same bytes, even where nobody thought of raising a version.
std::string specimen_digest(const format::Rules& rules, const PlaceCatalog& catalog);

}  // namespace bizrec::builder
