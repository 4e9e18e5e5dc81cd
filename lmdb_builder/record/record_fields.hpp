#pragma once

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/field_reader.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Fills the ids of a fresh `record` from the known fields. False: the reader's reason says why not.
bool read_ids(FieldReader& reader, Record& record);

/// The same for all other members except json.
bool read_record(FieldReader& reader, const PlaceCatalog& catalog, Record& record);

}  // namespace bizrec::builder
