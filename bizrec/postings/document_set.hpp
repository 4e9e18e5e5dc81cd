#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace bizrec::search {

struct FreeWords {
    std::size_t mapped_bytes = 0;  ///< 0: from new
    void operator()(std::uint64_t* words) const noexcept;
};

/// Some of an index's documents, a bit each. Where that is much memory it is the system's own zero pages: only those
/// that a document of the set stands in are taken, and all go back at once, past malloc, which would keep them.
class DocumentSet {
public:
    bool empty() const noexcept { return !is_used_; }
    /// Makes room for docids below `documents`; they are not in the set yet, if it was empty. Throws std::bad_alloc.
    void open(std::uint32_t documents);
    /// After open() with `docid` < documents.
    void insert(std::uint32_t docid) noexcept { words_[docid / 64] |= std::uint64_t{1} << (docid % 64); }
    bool contains(std::uint32_t docid) const noexcept { return (words_[docid / 64] >> (docid % 64) & 1U) != 0; }
    void clear() noexcept;

    std::size_t memory() const noexcept { return size_ * sizeof(std::uint64_t); }  ///< bytes

private:
    using Words = std::unique_ptr<std::uint64_t[], FreeWords>;
    static Words make(std::size_t words);

    Words words_;
    std::size_t size_ = 0;  // of words_
    bool is_used_ = false;  // open since clear(); else all zero
};

}  // namespace bizrec::search
