#pragma once

#include <string_view>

namespace bizrec {

/// The text of lmdb_builder/rules/NAME.txt as it was when this program was built: what a build of an index uses where
/// it is given no file of that name. Empty for an unknown name. Static storage.
std::string_view built_in_rules(std::string_view name) noexcept;

}  // namespace bizrec
