#pragma once

#include <string>

#include "bizrec/identity/suffix_list.hpp"

namespace bizrec::builder {

inline constexpr const char* packaged_suffix_list = "/usr/share/publicsuffix/public_suffix_list.dat";

struct SuffixSource {
    identity::SuffixList list;
    std::string version;  ///< of its "VERSION:" line, else "sha256:" and the file's digest
};

/// Reads and compiles a public_suffix_list.dat ("" = Debian's) together with the extra list that is compiled in. Throws
/// BuildFailure that names the file, and the package where it is Debian's.
SuffixSource load_suffixes(const std::string& path);

}  // namespace bizrec::builder
