#pragma once

#include <string_view>

namespace bizrec::identity {

/// Our own additions to the public suffix list (lmdb_builder/rules/extra_suffixes.txt), in the form that
/// SuffixList::compile() takes as `extra`: site builders under which one tenant is one label, and what the packaged
/// list is too old to know. Compiled in, so that a build of the index needs no file other than the public suffix list.
/// Static storage.
std::string_view extra_suffixes() noexcept;

}  // namespace bizrec::identity
