#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::bench {

/// Writes the file from which Lucene (bench/peers/lucene) builds its index. It has one line for each record of `corpus`
/// (JSON Lines), in the same order, with fields separated by tabs: country, country|state|city, country|postal code,
/// latitude, longitude (both "" if missing), and the words of the builder's analysis, each as often as the record has
/// it.
Status write_words(const std::string& corpus, const std::string& path, const builder::PlaceCatalog& catalog);

}  // namespace bizrec::bench
