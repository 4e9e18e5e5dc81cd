#pragma once

#include <cstddef>
#include <utility>

namespace bizrec::builder {

/// Uninitialised bytes. Large blocks are separate maps, with huge pages if the system has them. When freed they return
/// to the system at once, whichever thread used them. malloc's arenas do not guarantee this.
class MemoryBlock {
public:
    static constexpr std::size_t min_map_bytes = 128U << 10;
    static constexpr std::size_t huge_page_bytes = 2U << 20;

    /// `size` > 0. Throws std::bad_alloc.
    explicit MemoryBlock(std::size_t size);
    MemoryBlock(MemoryBlock&& other) noexcept
        : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    MemoryBlock& operator=(MemoryBlock&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~MemoryBlock();

    /// Keeps the first bytes, up to the smaller size. A map grows in place or moves without a copy. Throws
    /// std::bad_alloc and then changes nothing.
    void resize(std::size_t size);

    char* data() const noexcept { return bytes_; }
    std::size_t size() const noexcept { return size_; }

private:
    char* bytes_;
    std::size_t size_;
};

}  // namespace bizrec::builder
