#pragma once

#include <string>

#include "bizrec/format/rules.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::builder {

/// Hexadecimal XXH3-128 of the documents made from the invented records in run_file_specimens.cpp, which touch every
/// rule. Two builders with different digests would not write the same bytes. This catches a change of the rules for
/// which no version was raised.
std::string specimen_digest(const format::Rules& rules, const PlaceCatalog& catalog);

}  // namespace bizrec::builder
