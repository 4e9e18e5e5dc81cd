#pragma once

#include <memory>

#include "bizrec/store/trust.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// bizrec_index_memory: how the pages that look-ups and searches read at random get into memory. off: when they are
/// first read. prefault: a task reads them in. lock: the task also locks them.
enum class IndexMemory : ngx_uint_t { off = 0, prefault, lock };

/// bizrec_index_check: whether a file is hashed although a trusted verdict states its hash (store/verdict.hpp).
enum class IndexCheck : ngx_uint_t { verdict = 0, full };

/// How one index is maintained, from the directives in force at the endpoints that use it.
struct IndexSettings {
    static constexpr ngx_msec_t never = 0;

    ngx_msec_t interval = 1000;                 ///< time between two looks for a new file, ms; never = `off`
    const store::TrustedKeys* trust = nullptr;  ///< null: unsigned files are accepted
    IndexMemory memory = IndexMemory::off;
    IndexCheck check = IndexCheck::verdict;
};

}  // namespace bizrec::ngx
