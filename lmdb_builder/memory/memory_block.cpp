#include "lmdb_builder/memory/memory_block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace bizrec::builder {
namespace {

char* map_bytes(std::size_t size) {
    void* bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) {
        throw std::bad_alloc();
    }
    if (size >= MemoryBlock::huge_page_bytes) {
        ::madvise(bytes, size, MADV_HUGEPAGE);  // only a hint: without huge pages everything works, but slower
    }
    return static_cast<char*>(bytes);
}

}  // namespace

MemoryBlock::MemoryBlock(std::size_t size)
    : bytes_(size < min_map_bytes ? new char[size] : map_bytes(size)), size_(size) {}

void MemoryBlock::resize(std::size_t size) {
    if (size_ < min_map_bytes || size < min_map_bytes) {
        MemoryBlock other(size);
        std::memcpy(other.bytes_, bytes_, std::min(size, size_));
        *this = std::move(other);
        return;
    }
    void* moved = ::mremap(bytes_, size_, size, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) {
        throw std::bad_alloc();
    }
    bytes_ = static_cast<char*>(moved);
    size_ = size;
}

MemoryBlock::~MemoryBlock() {
    if (size_ < min_map_bytes) {
        delete[] bytes_;
    } else {
        ::munmap(bytes_, size_);
    }
}

}  // namespace bizrec::builder
