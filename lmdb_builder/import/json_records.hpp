#pragma once

#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/import/csv_mapping.hpp"

namespace bizrec::builder {

class JsonImporter;

/// JSON of any shape, whose members are fields of the record as a mapping says (docs/importing.md). `name_space`: ids
/// that are no UUIDs are derived in uuid5(NAMESPACE_DNS, name_space). `list`: the member that holds the elements; "":
/// a GeoJSON FeatureCollection's. Errors: a path of the mapping is none.
Result<std::unique_ptr<JsonImporter>> make_json_importer(const CsvMapping& mapping, const std::string& name_space,
                                                         const std::string& list);

}  // namespace bizrec::builder
