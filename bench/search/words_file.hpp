#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::bench {

/// Writes what a peer indexes: a line for each record of `corpus` (JSON Lines), in its order, the fields parted by
/// tabs: country, country|state|city, country|postal code, latitude, longitude (both "" where missing), and the words
/// that the builder's analysis gives, each as often as it stands in the record.
Status write_words(const std::string& corpus, const std::string& path, const builder::PlaceCatalog& catalog);

}  // namespace bizrec::bench
