#pragma once

#include <string>

#include "bizrec/format/rules.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/runs/run_file_header.hpp"

namespace bizrec::builder {

/// Hexadecimal XXH3-128 of the documents made from the invented records in run_file_rules.cpp, which touch every
/// rule. Two builders with different digests would not write the same bytes. This catches a change of the rules for
/// which no version was raised.
std::string specimen_digest(const format::Rules& rules, const PlaceCatalog& catalog);

/// The header that a run would have if this program made it on this machine, with these rules, as shard 1/1 of part
/// 1/1. `max_record`: RunRules::max_record. Throws BuildFailure.
RunHeader local_run_header(const RuleSource& source, const PlaceCatalog& catalog, const std::string& max_record);

}  // namespace bizrec::builder
