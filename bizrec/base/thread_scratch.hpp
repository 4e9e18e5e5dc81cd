#pragma once

#include <atomic>

namespace bizrec {

/// The calling thread's T, made by the thread's first call: buffers that keep their capacity between calls. It outlives
/// the thread and is never freed, so it is for types of which a process has few threads' worth. Throws std::bad_alloc,
/// and only then: a `thread_local T` whose destructor does something is announced to glibc by the first use, which ends
/// the process where no memory is left. A new one is linked to the one before, so that a leak checker finds a way to
/// each.
template <class T>
T& thread_scratch() {
    struct Node {
        T value;
        Node* next = nullptr;
    };
    static std::atomic<Node*> all{nullptr};
    thread_local Node* mine = nullptr;
    if (mine == nullptr) {
        mine = new Node();
        mine->next = all.load(std::memory_order_relaxed);
        while (!all.compare_exchange_weak(mine->next, mine, std::memory_order_relaxed)) {
        }
    }
    return mine->value;
}

}  // namespace bizrec
