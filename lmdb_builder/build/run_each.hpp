#pragma once

#include <cstddef>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace bizrec::builder {

/// run(i) for each i below `count`, on up to `threads` threads, in no order; with one thread in the caller's, in order.
/// What it throws comes out here.
template <class Run>
void run_each(unsigned threads, std::size_t count, Run&& run) {
    if (threads <= 1) {
        for (std::size_t i = 0; i < count; ++i) {
            run(i);
        }
        return;
    }
    tbb::task_arena(static_cast<int>(threads)).execute([&] {
        tbb::parallel_for(
            std::size_t{0}, count, [&](std::size_t i) { run(i); }, tbb::simple_partitioner());
    });
}

}  // namespace bizrec::builder
