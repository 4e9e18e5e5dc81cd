#pragma once

#include <string>

namespace bizrec::quality {

/// Runs Cranfield's questions as ordinary queries, and prints nDCG@10 and the rows. `data`: the folder of the shared
/// data. `folder`: the folder for an index. Returns whether the set reaches its floor.
bool report_texts(const std::string& data, const std::string& folder, bool prints_failures);

}  // namespace bizrec::quality
