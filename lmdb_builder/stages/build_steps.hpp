#pragma once

#include <functional>
#include <memory>

#include "bizrec/format/rules.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/runs/record_source.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/stage_clock.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {

/// Runs a build. Returns its summary with seconds and peak memory filled in, or an Error if the build throws
/// BuildFailure or std::bad_alloc.
Result<BuildSummary> guarded_build(const std::function<BuildSummary()>& build);

/// Runs `stage` and adds its time to the summary.
template <class Stage>
void timed(const char* name, BuildSummary& summary, const Stage& stage) {
    const StageClock clock(name);
    stage();
    summary.stages.push_back(clock.end());
}

/// The stages after reading: from sorted records to the output. `summary` contains the numbers of read, rejected and
/// replaced records; this function completes it. Throws BuildFailure. Defined in build_index.cpp.
void build_from_records(const BuildOptions& options, Workers& workers, const BuildProgress& progress,
                        const PlaceCatalog& catalog, const RuleSource& rules, std::unique_ptr<RecordSource> records,
                        OutputFile& output, BuildSummary& summary);

/// The folder for temporary files: the value of --temp, or the folder of the output.
std::string temp_folder_of(const BuildOptions& options);

/// Stage 1: parses every line of every input into `records` (one lane per worker), keyed by id, then by
/// info_refreshed_at, so that the last entry of an id is the newest. Counts and lists refused lines, in the order of
/// the inputs. Throws BuildFailure if an input is damaged or has another format, and at the end if more lines were
/// refused than the options allow. Defined in read_inputs.cpp.
void read_inputs(const BuildOptions& options, const format::Rules& rules, const PlaceCatalog& catalog, Workers& workers,
                 const BuildProgress& progress, ExternalSorter& records, BuildSummary& summary);

}  // namespace bizrec::builder
