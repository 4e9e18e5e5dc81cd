#pragma once

#include <string>

#include "lmdb_builder/deletion/normalising_rules.hpp"

namespace bizrec::builder {

/// Loads deletion_hashes.txt from a folder of rule files. If the folder has no such file, or is "", returns the
/// compiled-in rules. Throws BuildFailure that names the file and the line.
NormalisingRules load_hash_rules(const std::string& rule_folder);

}  // namespace bizrec::builder
