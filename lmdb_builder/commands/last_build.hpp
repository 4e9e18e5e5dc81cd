#pragma once

#include <string>

namespace bizrec::builder {

/// Writes last-build.json into the folder of an index that has just been built: `summary`, one JSON object, with the
/// index's name and the time. By rename, so that a reader sees one build, whole. A failure is a warning: the index is
/// there.
void write_last_build(const std::string& index_path, const std::string& summary);

}  // namespace bizrec::builder
