#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/store/suppression_folder.hpp"

namespace bizrec::builder {

/// Opens an index whose hash is right. If it cannot be opened, writes the reason to standard error and returns null. If
/// the index is in a published folder, the folder's list of suppressions is applied.
std::shared_ptr<const store::Generation> open_index(const std::string& path);

/// Like open_index(), but applies no list of suppressions: all records of the file are visible.
std::shared_ptr<const store::Generation> open_whole_index(const std::string& path);

/// The list of suppressions of the folder that the file `path` is in; null if it has none. Warns if the newest list
/// cannot be used, and an older one is used instead.
Result<store::SharedSuppressions> suppressions_beside(const std::string& path);

/// Opens a second index like open_index(). A process must not open the same file twice with LMDB, so this returns
/// `first` if both paths lead to the same file.
std::shared_ptr<const store::Generation> open_other_index(const std::shared_ptr<const store::Generation>& first,
                                                          const std::string& first_path, const std::string& path);

/// Finds the document of an id that a user typed. If there is none, writes the reason to standard error and returns
/// nullopt.
std::optional<std::uint32_t> find_document(const store::Generation& generation, const std::string& id);

}  // namespace bizrec::builder
