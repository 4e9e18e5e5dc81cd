#include "lmdb_builder/memory/byte_chains.hpp"

#include <algorithm>
#include <cstring>

#include "lmdb_builder/system/size_limits.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t link_bytes = sizeof(std::uint32_t);  // at the end of each slice: the offset of the next one
constexpr std::size_t first_slice_bytes = 8;
constexpr std::size_t max_slice_bytes = 1024;
constexpr CountedThing bytes_of_lists{"bytes of posting lists in memory", "give --memory a smaller size"};

/// The number of data bytes in the next slice of a chain that has `chain_size` bytes so far.
std::size_t next_slice_bytes(std::size_t chain_size) noexcept {
    return std::clamp(chain_size, first_slice_bytes, max_slice_bytes);
}

}  // namespace

std::uint32_t ByteChains::allocate(std::size_t size) {
    if (page_bytes - used_ < size) {
        refuse_above(memory() + page_bytes, limit_, bytes_of_lists);
        pages_.push_back(std::unique_ptr<unsigned char[]>(new unsigned char[page_bytes]));
        used_ = 0;
    }
    const std::size_t offset = (pages_.size() - 1) * page_bytes + used_;
    used_ += size;
    return static_cast<std::uint32_t>(offset);
}

void ByteChains::grow(Chain& chain) {
    const std::size_t data = next_slice_bytes(chain.size);
    const std::uint32_t slice = allocate(data + link_bytes);
    if (chain.size == 0) {
        chain.first = slice;
    } else {
        std::memcpy(place(chain.at), &slice, link_bytes);
    }
    chain.at = slice;
    chain.room = static_cast<std::uint32_t>(data);
}

void ByteChains::append(Chain& chain, const char* bytes, std::size_t size) {
    while (size > 0) {
        if (chain.room == 0) {
            grow(chain);
        }
        const std::size_t now = std::min<std::size_t>(size, chain.room);
        std::memcpy(place(chain.at), bytes, now);
        chain.at += static_cast<std::uint32_t>(now);
        chain.room -= static_cast<std::uint32_t>(now);
        chain.size += static_cast<std::uint32_t>(now);
        bytes += now;
        size -= now;
    }
}

void ByteChains::read(const Chain& chain, std::string& out) const {
    std::uint32_t slice = chain.first;
    for (std::size_t done = 0; done < chain.size;) {
        const std::size_t data = next_slice_bytes(done);
        const std::size_t now = std::min<std::size_t>(data, chain.size - done);
        out.append(reinterpret_cast<const char*>(place(slice)), now);
        done += now;
        if (done < chain.size) {
            std::memcpy(&slice, place(slice + static_cast<std::uint32_t>(data)), link_bytes);
        }
    }
}

void ByteChains::clear() noexcept {
    pages_.clear();
    used_ = page_bytes;
}

}  // namespace bizrec::builder
