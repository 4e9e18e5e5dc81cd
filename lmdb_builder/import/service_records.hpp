#pragma once

#include <memory>

#include "lmdb_builder/import/importer.hpp"

namespace bizrec::builder {

/// Records of this service itself: they are passed on unchanged.
std::unique_ptr<JsonImporter> make_record_importer();

}  // namespace bizrec::builder
