#pragma once

#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/import/csv_mapping.hpp"

namespace bizrec::builder {

class JsonImporter;

/// An importer for JSON of any shape. A mapping turns its members into fields of the record (docs/importing.md).
/// `name_space`: ids that are not UUIDs are derived in the namespace uuid5(NAMESPACE_DNS, name_space). `list`: the
/// member that contains the elements; "": the features of a GeoJSON FeatureCollection. Fails if a path of the mapping
/// is invalid.
Result<std::unique_ptr<JsonImporter>> make_json_importer(const CsvMapping& mapping, const std::string& name_space,
                                                         const std::string& list);

}  // namespace bizrec::builder
