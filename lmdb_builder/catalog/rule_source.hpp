#pragma once

#include <string>

#include "bizrec/format/rules.hpp"

namespace bizrec::builder {

inline constexpr const char* packaged_suffix_list = "/usr/share/publicsuffix/public_suffix_list.dat";

/// The tables by which an index is built, and which travel in it.
struct RuleSource {
    format::Rules rules;
    std::string suffix_list_version;  ///< of the list's "VERSION:" line, else "sha256:" and the file's digest
    std::string city_names = {};      ///< the text of city_names.txt: what it says stands in the index as places
};

/// Reads a public_suffix_list.dat ("" = Debian's) and the rule files of a folder (docs/identity.md). Each file that the
/// folder does not have, and all of them where it is "", are the ones that are compiled in. Throws BuildFailure that
/// names the file and the line.
RuleSource load_rules(const std::string& suffix_list, const std::string& rule_folder);

}  // namespace bizrec::builder
