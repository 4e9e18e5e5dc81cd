#pragma once

#include <functional>
#include <string>

#include "bizrec/store/seal.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"

/// Optional files beside a published index: no reader needs them. A file that says the same already is not written
/// again. Each function returns a warning if it fails, otherwise an empty text. `index`: path in the published folder.
namespace bizrec::builder {

/// Called with the path of a file that has been put into the folder.
using FilePlaced = std::function<void(const std::string& path)>;

std::string write_report(const StagingFolder& staging, const std::string& index, const GenerationReport& report,
                         const FilePlaced& placed);

/// Writes the verdict of this user on an index (store/verdict.hpp). `examined`: the file that was hashed; its name may
/// have changed since. Writes nothing if `index` is another file.
std::string write_verdict(const StagingFolder& staging, const std::string& index, const store::FileIdentity& examined,
                          const store::Sha256& file_sha256, const FilePlaced& placed);

}  // namespace bizrec::builder
