#pragma once

#include <cstddef>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "lmdb_builder/build/hand_over.hpp"

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
    char begin = 0, end = 0;
    const auto one = [&](std::size_t i) {
        take_over(&begin);
        run(i);
        hand_over(&end);
    };
    hand_over(&begin);
    tbb::task_arena(static_cast<int>(threads)).execute([&] {
        tbb::parallel_for(std::size_t{0}, count, one, tbb::simple_partitioner());
    });
    take_over(&end);
}

}  // namespace bizrec::builder
