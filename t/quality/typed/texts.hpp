#pragma once

#include <string>

namespace bizrec::quality {

/// Asks Cranfield's questions as queries are asked and prints nDCG@10 and rows. `data`: the shared data; `folder`: for
/// an index. Whether it reaches its floor.
bool report_texts(const std::string& data, const std::string& folder, bool prints_failures);

}  // namespace bizrec::quality
