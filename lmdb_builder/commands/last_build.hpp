#pragma once

#include <string>

namespace bizrec::builder {

/// Writes last-build.json into the folder of an index that has just been built: `summary`, one JSON object, with the
/// index's name and the time added. Renames the file into place, so that a reader always sees a complete file. A
/// failure is only a warning, because the index is complete.
void write_last_build(const std::string& index_path, const std::string& summary);

}  // namespace bizrec::builder
