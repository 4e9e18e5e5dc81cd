#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// What decides an index's bytes beside its records, of this machine and of an index's rules.
struct LocalTables {
    RuleSource rules;
    RunHeader header;    ///< max_record: ""
    std::string cities;  ///< city_digest()
};

/// `rules`: the text of the index's section; `city_names`: "" stands for what is compiled in. Throws BuildFailure.
LocalTables local_tables(const BuildOptions& options, std::string_view rules, std::string suffix_list_version,
                         std::string city_names);

/// The index of the base's records with what the deltas make of them, one after the other. Of `options` inputs, rules,
/// rejects and shards say nothing; `accepts` decides about the outcome. Memory beyond a build's: a bit a document.
/// Throws BuildFailure.
BuildSummary rebuild(const BuildOptions& options, const LocalTables& tables, const store::Generation& base,
                     const std::vector<const DeltaFile*>& deltas, const BuildProgress& progress);

}  // namespace bizrec::builder
