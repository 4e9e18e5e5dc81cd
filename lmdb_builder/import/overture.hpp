#pragma once

#include <memory>

#include "lmdb_builder/import/importer.hpp"

namespace bizrec::builder {

/// Places of the Overture Maps Foundation, exported as GeoJSON or JSON Lines.
std::unique_ptr<JsonImporter> make_overture_importer();

}  // namespace bizrec::builder
