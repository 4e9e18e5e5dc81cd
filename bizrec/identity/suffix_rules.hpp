#pragma once

#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/identity/suffix_rule.hpp"

namespace bizrec::identity {

/// Reads the rules of two lists: public_suffix_list.dat (https://publicsuffix.org/list/) and extra suffixes in the form
/// of lmdb_builder/rules/extra_suffixes.txt. Errors name the list and the line.
Result<std::vector<SuffixRule>> read_suffix_rules(std::string_view public_suffix_dat, std::string_view extra);

}  // namespace bizrec::identity
