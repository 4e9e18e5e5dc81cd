#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace bizrec::store {

class Generation;

/// The documents of one identity key that enrichment may see.
struct VisibleList {
    std::vector<std::uint32_t> docids;  ///< ascending
    std::vector<std::uint32_t> best;    ///< `docids` by quality descending, then docid; empty if at most best_documents
};

/// The lists of identity keys without the documents that are hidden from enrichment. Each is made at its first use.
/// Thread-safe; a list that was made before is found without a lock.
class VisibleLists {
public:
    VisibleLists() = default;
    ~VisibleLists();
    VisibleLists(const VisibleLists&) = delete;
    VisibleLists& operator=(const VisibleLists&) = delete;

    /// Returns the visible part of the list of `count` docids in the map; null if none of them is hidden. `generation`
    /// must have a suppression, and must be the same in all calls. Throws std::bad_alloc.
    const VisibleList* find(const Generation& generation, const std::uint32_t* docids, std::uint32_t count);

private:
    static constexpr unsigned bucket_bits = 14;

    /// A made list, in the chain of its bucket. Never changes after it is in the chain.
    struct Made {
        const std::uint32_t* docids;
        std::unique_ptr<const VisibleList> visible;  ///< null: none is hidden
        const Made* next;
    };
    using Bucket = std::atomic<const Made*>;

    static const Made* find(const Made* first, const std::uint32_t* docids) noexcept {
        while (first != nullptr && first->docids != docids) {
            first = first->next;
        }
        return first;
    }

    std::mutex mutex_;  ///< held to add to a chain
    std::array<Bucket, std::size_t{1} << bucket_bits> chains_{};
};

}  // namespace bizrec::store
