#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace bizrec::builder {

/// The threads of a build, on oneTBB. One thread means none beside the caller's. What a step throws ends the other
/// steps and comes out of the call that started them, as it was thrown.
class Workers {
public:
    static constexpr unsigned most_threads = 256;

    /// The processors that this process may use, 1 to most_threads.
    static unsigned available() noexcept;

    /// `threads`: 1 to most_threads.
    explicit Workers(unsigned threads);
    ~Workers();

    unsigned count() const noexcept { return count_; }

    /// Calls `each` with 0 to `count` - 1, in any order, side by side.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& each);

    /// A pipeline of batches that are used again and again. `read` fills one or says false, one at a time; `work` takes
    /// several at once, each with the number of its lane: no two calls with one lane (0 to count() - 1) overlap;
    /// `finish` gets them one at a time, in the order of reading.
    template <class Batch, class Read, class Work, class Finish>
    void pipeline(std::size_t batches_in_flight, const Read& read, const Work& work, const Finish& finish) {
        std::vector<Batch> batches(count_ == 1 ? 1 : batches_in_flight);
        run(batches.size(), {[&](std::size_t slot) { return read(batches[slot]); },
                             [&](std::size_t slot, unsigned lane) { work(batches[slot], lane); },
                             [&](std::size_t slot) { finish(batches[slot]); }});
    }

private:
    struct Steps {
        std::function<bool(std::size_t slot)> read;
        std::function<void(std::size_t slot, unsigned lane)> work;
        std::function<void(std::size_t slot)> finish;
    };
    struct Threads;
    void run(std::size_t slots, const Steps& steps);

    unsigned count_;
    std::unique_ptr<Threads> threads_;  // null: none
};

}  // namespace bizrec::builder
