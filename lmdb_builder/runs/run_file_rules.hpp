#pragma once

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/runs/run_file_header.hpp"

namespace bizrec::builder {

/// The header that a run would have if this program made it on this machine, with these rules, as shard 1/1 of part
/// 1/1. `max_record`: RunRules::max_record. Throws BuildFailure.
RunHeader local_run_header(const RuleSource& source, const PlaceCatalog& catalog, const std::string& max_record);

}  // namespace bizrec::builder
