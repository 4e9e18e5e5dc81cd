#pragma once

#include <cstdlib>
#include <memory>
#include <string>

namespace bizrec::ledger {

/// The path without symbolic links; `path` itself if it cannot be resolved. A ledger's lock file is beside the real
/// file, so that all processes that open the ledger use the same lock.
inline std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), std::free);
    return real == nullptr ? path : std::string(real.get());
}

}  // namespace bizrec::ledger
