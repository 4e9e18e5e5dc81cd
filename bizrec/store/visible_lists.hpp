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
    std::vector<std::uint32_t> best;    ///< all of them by quality descending, docid ascending; empty for short lists
};

/// Lists of an index without the hidden documents, each made when it is first asked for. Thread-safe.
class VisibleLists {
public:
    /// Of a list in the map: null where none of it is hidden. `generation` has a suppression, and is the same in all
    /// calls. Throws std::bad_alloc.
    const VisibleList* of(const Generation& generation, const std::uint32_t* docids, std::uint32_t count);

private:
    std::mutex mutex_;
    std::unordered_map<const std::uint32_t*, std::unique_ptr<const VisibleList>> lists_;
};

}  // namespace bizrec::store
