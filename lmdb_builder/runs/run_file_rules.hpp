#pragma once

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/runs/run_file_header.hpp"

namespace bizrec::builder {

/// The header of a run made by this program with this machine's data, these rules and this limit, as shard 1/1 of part
/// 1/1. Throws BuildFailure.
RunHeader local_run_header(const RuleSource& source, const PlaceCatalog& catalog, const std::string& max_record);

}  // namespace bizrec::builder
