#pragma once

#include <string_view>

namespace bizrec::identity {

/// Our own additions to the public suffix list (lmdb_builder/rules/extra_suffixes.txt), in the form that
/// SuffixList::compile() takes as `extra`. They are site builders under which each tenant has one label, and suffixes
/// that are newer than the packaged list. The text is compiled into the program. Static storage.
std::string_view extra_suffixes() noexcept;

}  // namespace bizrec::identity
