#pragma once

#include <memory>

#include "lmdb_builder/import/importer.hpp"

namespace bizrec::builder {

/// Places of Foursquare's open set, exported as JSON Lines.
std::unique_ptr<JsonImporter> make_foursquare_importer();

}  // namespace bizrec::builder
