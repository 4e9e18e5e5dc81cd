#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace bizrec::store {

class Generation;

/// The documents of one identity key that enrichment may see.
struct VisibleList {
    std::vector<std::uint32_t> docids;  ///< ascending
    std::vector<std::uint32_t> best;    ///< `docids` by quality descending, then docid; empty if at most best_documents
};

/// The lists of identity keys without the documents that are hidden from enrichment. Each is made at its first use.
/// Thread-safe.
class VisibleLists {
public:
    /// Returns the visible part of the list of `count` docids in the map; null if none of them is hidden. `generation`
    /// must have a suppression, and must be the same in all calls. Throws std::bad_alloc.
    const VisibleList* of(const Generation& generation, const std::uint32_t* docids, std::uint32_t count);

private:
    std::mutex mutex_;
    std::unordered_map<const std::uint32_t*, std::unique_ptr<const VisibleList>> lists_;
};

}  // namespace bizrec::store
