#pragma once

#include <cstdlib>
#include <memory>
#include <string>

namespace bizrec::ledger {

/// Without symbolic links: the lock file stands next to the file itself, so that all who open it have the same.
inline std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), std::free);
    return real == nullptr ? path : std::string(real.get());
}

}  // namespace bizrec::ledger
