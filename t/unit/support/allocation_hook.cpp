#include "t/unit/support/allocation_hook.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

constexpr std::uint64_t never = UINT64_MAX;
// Atomic, because the builder's threads allocate, too. The fuse is only for tests with one thread.
std::atomic<std::uint64_t> count{0}, bytes{0};
std::uint64_t fuse = never;
bool blown = false;

}  // namespace

void* operator new(std::size_t size) {
    count.fetch_add(1, std::memory_order_relaxed);
    bytes.fetch_add(size, std::memory_order_relaxed);
    if (fuse != never && fuse-- == 0) {
        fuse = never;
        blown = true;
        throw std::bad_alloc();
    }
    if (void* memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}
// All other forms are replaced, too. Otherwise they would come from a sanitizer's runtime, which reports memory that it
// has allocated and another function frees, or the reverse.
void* operator new[](std::size_t size) {
    return operator new(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
    return operator new(size, tag);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace bizrec {

std::uint64_t allocations() noexcept {
    return count.load(std::memory_order_relaxed);
}

std::uint64_t allocated_bytes() noexcept {
    return bytes.load(std::memory_order_relaxed);
}

void fail_allocation(std::uint64_t countdown) noexcept {
    fuse = countdown;
    blown = false;
}

bool stop_failing() noexcept {
    fuse = never;
    return blown;
}

}  // namespace bizrec
