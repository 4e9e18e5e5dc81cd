#pragma once

#include <memory>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/runs/record_source.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {

/// The stages after reading: from sorted records to the output. `summary` contains the numbers of read, rejected and
/// replaced records; this function completes it. Throws BuildFailure.
void build_from_records(const BuildOptions& options, Workers& workers, const BuildProgress& progress,
                        const PlaceCatalog& catalog, const RuleSource& rules, std::unique_ptr<RecordSource> records,
                        OutputFile& output, BuildSummary& summary);

/// The folder for temporary files: the value of --temp, or the folder of the output.
std::string temp_folder_of(const BuildOptions& options);

}  // namespace bizrec::builder
