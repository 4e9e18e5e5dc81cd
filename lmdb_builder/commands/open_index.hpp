#pragma once

#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// Opens an index; says on standard error why not and gives null. Of a published folder that names a list of
/// suppressions, without what the list suppresses.
std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check);

/// The same with all that is in the file.
std::shared_ptr<const store::Generation> open_whole_index(const std::string& path, store::Generation::Check check);

/// As open_index() opens a second one. LMDB cannot have one file open twice: where both paths lead to one, it is
/// `first`.
std::shared_ptr<const store::Generation> open_other_index(const std::shared_ptr<const store::Generation>& first,
                                                          const std::string& first_path, const std::string& path);

}  // namespace bizrec::builder
