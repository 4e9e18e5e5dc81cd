#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bizrec::builder {

/// Many byte strings that grow independently at their ends. Each is a chain of slices in one pool. A slice is as
/// large as all slices before it together, but at least 8 and at most 1,024 bytes. So a rare term costs few bytes, and
/// a frequent term few hops.
class ByteChains {
public:
    struct Chain {
        std::uint32_t first = 0;  ///< offset of its first slice; of no meaning if size is 0
        std::uint32_t at = 0;     ///< offset of its next byte
        std::uint32_t room = 0;   ///< bytes left in its last slice
        std::uint32_t size = 0;   ///< bytes of the chain
    };

    /// `limit`: maximum size of the pool in bytes. Tests lower it.
    explicit ByteChains(std::uint64_t limit = std::uint64_t{1} << 32) : limit_(limit) {}

    /// Throws BuildFailure if the pool would exceed its limit.
    void append(Chain& chain, const char* bytes, std::size_t size);
    /// Appends the chain's bytes to `out`.
    void read(const Chain& chain, std::string& out) const;

    void prefetch(const Chain& chain) const noexcept {
        if (chain.room != 0) {
            __builtin_prefetch(place(chain.at), 1);
        }
    }

    std::uint64_t memory() const noexcept { return pages_.size() * page_bytes; }
    void clear() noexcept;

private:
    static constexpr std::size_t page_bytes = 1U << 16;

    unsigned char* place(std::uint32_t offset) const noexcept {
        return pages_[offset / page_bytes].get() + offset % page_bytes;
    }
    std::uint32_t allocate(std::size_t size);
    void grow(Chain& chain);

    std::uint64_t limit_;
    std::vector<std::unique_ptr<unsigned char[]>> pages_;
    std::size_t used_ = page_bytes;  // bytes in use of the last page
};

}  // namespace bizrec::builder
