// Preload this into a program to make its memory allocations fail. FAULT_MEMORY names a file of three 64-bit integers.
// The test reads and writes them while the program runs:
//
//   0: number of allocations until the last one that fails, counted down to 0; 0 = none fails
//   1: number of allocations that fail, in a row
//   2: number of allocations that have failed
//
// FAULT_MEMORY_OF=new: only allocations by C++ `operator new` are counted and fail. The module allocates so; nginx does
// not.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

// The C library's own allocators, under names that no other library replaces.
extern "C" void* __libc_malloc(std::size_t size) noexcept;
extern "C" void* __libc_calloc(std::size_t count, std::size_t size) noexcept;
extern "C" void* __libc_realloc(void* memory, std::size_t size) noexcept;
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t size) noexcept;

#include "control_file.hpp"

namespace {

struct Control {
    std::int64_t left;
    std::int64_t in_a_row;
    std::int64_t failed;
};

Control* control = nullptr;
bool is_of_new = false;

__attribute__((constructor)) void open_control() {
    control = map_control_file<Control>("FAULT_MEMORY");
    const char* const of = getenv("FAULT_MEMORY_OF");
    is_of_new = of != nullptr && std::strcmp(of, "new") == 0;
}

bool refused(bool by_new) noexcept {
    if (is_of_new != by_new || control == nullptr || __atomic_load_n(&control->left, __ATOMIC_RELAXED) <= 0) {
        return false;
    }
    const std::int64_t left = __atomic_sub_fetch(&control->left, 1, __ATOMIC_RELAXED);
    if (left < 0 || left >= __atomic_load_n(&control->in_a_row, __ATOMIC_RELAXED)) {
        return false;
    }
    __atomic_add_fetch(&control->failed, 1, __ATOMIC_RELAXED);
    errno = ENOMEM;
    return true;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
    return refused(false) ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
    return refused(false) ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
    return refused(false) ? nullptr : __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
    return refused(false) ? nullptr : __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    return memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
    *memory = memalign(alignment, size);
    return *memory == nullptr ? ENOMEM : 0;
}
}

void* operator new(std::size_t size) {
    void* const memory = refused(true) ? nullptr : malloc(size == 0 ? 1 : size);
    return memory != nullptr ? memory : throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    free(memory);
}
