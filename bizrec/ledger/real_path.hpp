#pragma once

#include <cstdlib>
#include <memory>
#include <string>

namespace bizrec::ledger {

/// Resolves symbolic links: the lock file is beside the file itself, so all processes that open it use the same lock.
inline std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), std::free);
    return real == nullptr ? path : std::string(real.get());
}

}  // namespace bizrec::ledger
