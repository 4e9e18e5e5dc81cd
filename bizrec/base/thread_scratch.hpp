#pragma once

#include <atomic>

namespace bizrec {

/// Returns the calling thread's T, made in the thread's first call: buffers that keep their capacity between calls. The
/// object is never freed, not even when its thread ends, so use it only in processes with few threads. Throws only
/// std::bad_alloc. A `thread_local T` with a destructor is not used, because glibc registers it at the first use, and
/// ends the process if no memory is left. Objects form a linked list, so that a leak checker can reach each of them.
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
