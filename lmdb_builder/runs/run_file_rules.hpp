#pragma once

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/runs/run_file_header.hpp"

namespace bizrec::builder {

/// What this program, this machine's data, these rules and this limit make of records. Of shard 1/1, part 1/1.
/// Throws BuildFailure.
RunHeader local_run_header(const RuleSource& source, const PlaceCatalog& catalog, const std::string& max_record);

}  // namespace bizrec::builder
