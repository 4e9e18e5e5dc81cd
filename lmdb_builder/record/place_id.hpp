#pragma once

#include <string>

#include "lmdb_builder/record/field_reader.hpp"

namespace bizrec::builder {

/// Sets `out` to the map provider's place id: place_id, else the text after "GOOGLE_MAP@" in source_id, else
/// from_sources.GOOGLE_MAP.id. A source_id of another provider, or a from_sources without that path, contains none.
/// False: the record is refused, and the reader's reason says why.
bool read_place_id(FieldReader& reader, std::string& out);

}  // namespace bizrec::builder
