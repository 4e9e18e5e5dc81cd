#pragma once

#include <cstdlib>

namespace bizrec::fuzz {

/// Asserts a promise of a target. A broken promise aborts, so the fuzzer reports it.
inline void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

}  // namespace bizrec::fuzz
