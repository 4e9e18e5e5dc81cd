#pragma once

#include <memory>

#include "lmdb_builder/import/importer.hpp"

namespace bizrec::builder {

/// Places of All the Places: GeoJSON of its spiders.
std::unique_ptr<JsonImporter> make_alltheplaces_importer();

}  // namespace bizrec::builder
