#pragma once

#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// Opens an index. Null: it cannot be opened, and the reason was written to standard error. If the index is in a
/// published folder, its list of suppressions is applied.
std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check);

/// The same without suppressions: all records of the file.
std::shared_ptr<const store::Generation> open_whole_index(const std::string& path, store::Generation::Check check);

/// Opens a second index like open_index(). A process must not open the same file twice with LMDB, so this returns
/// `first` if both paths lead to the same file.
std::shared_ptr<const store::Generation> open_other_index(const std::shared_ptr<const store::Generation>& first,
                                                          const std::string& first_path, const std::string& path);

}  // namespace bizrec::builder
