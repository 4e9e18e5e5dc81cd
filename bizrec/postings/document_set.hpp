#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace bizrec::search {

struct FreeWords {
    std::size_t mapped_bytes = 0;  ///< size of the mapping; 0: the words were allocated with new
    void operator()(std::uint64_t* words) const noexcept;
};

/// A set of an index's documents, one bit each. The bits of a large set are anonymous pages of the system: only pages
/// that hold a document of the set take memory. clear() gives these pages back to the system, which free() may not do.
class DocumentSet {
public:
    /// Whether open() has not been called since the last clear().
    bool empty() const noexcept { return !is_used_; }
    /// Makes room for docids below `documents`, and keeps the documents of the set. Call it before insert() and
    /// contains(), whose `docid` must be below `documents`. Throws std::bad_alloc.
    void open(std::uint32_t documents);
    void insert(std::uint32_t docid) noexcept { words_[docid / 64] |= std::uint64_t{1} << (docid % 64); }
    bool contains(std::uint32_t docid) const noexcept { return (words_[docid / 64] >> (docid % 64) & 1U) != 0; }
    void clear() noexcept;

    std::size_t memory() const noexcept { return size_ * sizeof(std::uint64_t); }  ///< bytes

private:
    using Words = std::unique_ptr<std::uint64_t[], FreeWords>;
    static Words make(std::size_t words);

    Words words_;
    std::size_t size_ = 0;  // the size of words_
    bool is_used_ = false;  // opened since the last clear(); otherwise all bits are zero
};

}  // namespace bizrec::search
