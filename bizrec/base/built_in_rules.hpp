#pragma once

#include <string_view>

namespace bizrec {

/// Text of lmdb_builder/rules/NAME.txt at the time when this program was built. A build of an index uses it if no file
/// of that name is given. Empty for an unknown name. Static storage.
std::string_view built_in_rules(std::string_view name) noexcept;

}  // namespace bizrec
