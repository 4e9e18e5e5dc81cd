#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// The rules and this machine's tables: everything that decides an index's bytes, except its records.
struct LocalTables {
    RuleSource rules;
    RunHeader header;    ///< local_run_header() of `rules`; its max_record is ""
    std::string cities;  ///< city_digest() of this machine's tables
};

/// `rules`: the bytes of the index's section `rules`. `city_names`: "" stands for the compiled-in names. Throws
/// BuildFailure.
LocalTables local_tables(const BuildOptions& options, std::string_view rules, std::string suffix_list_version,
                         std::string city_names);

/// Builds an index from the base's records after the deltas are applied in order. Ignores the inputs, rules, rejects
/// and shards of `options`, but calls `accepts`. Memory in addition to that of a build: one bit per document of the
/// base. Throws BuildFailure.
BuildSummary rebuild(const BuildOptions& options, const LocalTables& tables, const store::Generation& base,
                     const std::vector<const DeltaFile*>& deltas, const BuildProgress& progress);

}  // namespace bizrec::builder
