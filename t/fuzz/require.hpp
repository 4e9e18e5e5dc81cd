#pragma once

#include <cstdlib>

namespace bizrec::fuzz {

/// What a target promises; a promise that does not hold is a finding.
inline void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

}  // namespace bizrec::fuzz
