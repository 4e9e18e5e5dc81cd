#pragma once

#include <functional>
#include <string>

#include "bizrec/store/seal.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"

/// What stands next to a published index and no reader needs. A file that says the same already stays. Each function
/// gives a warning where it fails, and else an empty text. `index`: path in the published folder.
namespace bizrec::builder {

/// Called with the path of a file that has been put into the folder.
using FilePlaced = std::function<void(const std::string& path)>;

std::string write_report(const StagingFolder& staging, const std::string& index, const GenerationReport& report,
                         const FilePlaced& placed);

/// The verdict of this user on an index (store/verdict.hpp). `examined`: the file that was hashed, whose name may have
/// changed since. Nothing is written of another file.
std::string write_verdict(const StagingFolder& staging, const std::string& index, const store::FileIdentity& examined,
                          const store::Sha256& file_sha256, const FilePlaced& placed);

}  // namespace bizrec::builder
