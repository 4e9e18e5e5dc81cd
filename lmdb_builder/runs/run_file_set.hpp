#pragma once

#include <deque>
#include <string>
#include <vector>

#include "lmdb_builder/runs/run_file.hpp"

namespace bizrec::builder {

/// Opens the runs and checks that they are a complete set: every shard of every part once, all made by the same rules.
/// Throws BuildFailure that names the run or the two runs concerned.
std::deque<RunFile> open_run_set(const std::vector<std::string>& paths);

}  // namespace bizrec::builder
