#pragma once

#include <functional>

#include "lmdb_builder/stages/build_index.hpp"
#include "lmdb_builder/system/stage_clock.hpp"

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

}  // namespace bizrec::builder
