#pragma once

#include <string>

#include "lmdb_builder/deletion/normalising_rules.hpp"

namespace bizrec::builder {

/// Those of a folder of rule files; where it has no deletion_hashes.txt, or is "", those that are compiled in. Throws
/// BuildFailure that names the file and the line.
NormalisingRules load_hash_rules(const std::string& rule_folder);

}  // namespace bizrec::builder
