#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/field_reader.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Sets `out` to the map provider's place id: place_id, else the text after "GOOGLE_MAP@" in source_id, else
/// from_sources.GOOGLE_MAP.id. A source_id of another provider, or a from_sources without that path, contains none.
/// False: the record is refused, and the reader's reason says why.
bool read_place_id(FieldReader& reader, std::string& out);

/// Fills `id` and `brand` of a fresh `record` from the known fields. False: the record is refused, and the reader's
/// reason says why.
bool read_ids(FieldReader& reader, Record& record);

/// Fills all other members except json. False: as for read_ids().
bool read_record(FieldReader& reader, const PlaceCatalog& catalog, Record& record);

/// Reads social_media_links in its three shapes: an array of {"platform": …, "url": …}, a map of platform to URL or to
/// an array of URLs, or an array of URLs. An array may mix shapes. null and "" are skipped. Appends to `links`. False:
/// the record is refused, and the reader's reason says why. Defined in social_links.cpp.
bool read_social_links(FieldReader& reader, std::vector<ProfileLink>& links);

}  // namespace bizrec::builder
