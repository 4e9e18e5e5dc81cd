#pragma once

#include "bizrec/format/rules.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {

/// Stage 1: parses every line of every input into `records` (one lane per worker), keyed by id, then by
/// info_refreshed_at, so that the last entry of an id is the newest. Counts and lists refused lines, in the order of
/// the inputs. Throws BuildFailure if an input is damaged or has another format, and at the end if more lines were
/// refused than the options allow.
void read_inputs(const BuildOptions& options, const format::Rules& rules, const PlaceCatalog& catalog, Workers& workers,
                 const BuildProgress& progress, ExternalSorter& records, BuildSummary& summary);

}  // namespace bizrec::builder
