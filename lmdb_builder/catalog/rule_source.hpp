#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/rules.hpp"

namespace bizrec::builder {

inline constexpr const char* packaged_suffix_list = "/usr/share/publicsuffix/public_suffix_list.dat";

/// The rule tables from which an index is built, and which are stored in it.
struct RuleSource {
    format::Rules rules;
    std::string suffix_list_version;  ///< from the list's "VERSION:" line, else "sha256:" and the file's digest
    std::string city_names = {};      ///< the text of city_names.txt; the index stores its content as places
};

/// Reads a public_suffix_list.dat ("": the one of Debian) and the rule files of a folder (docs/identity.md). If the
/// folder lacks a file, the built-in one is used; if the folder is "", all are built in. Throws BuildFailure that names
/// the file and the line.
RuleSource load_rules(const std::string& suffix_list, const std::string& rule_folder);

/// SHA-256 in hexadecimal digits. Throws BuildFailure if OpenSSL refuses.
std::string sha256_hex(std::string_view text);

}  // namespace bizrec::builder
