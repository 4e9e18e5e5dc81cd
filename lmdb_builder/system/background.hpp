#pragma once

#include <exception>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace bizrec::builder {

/// Runs a piece of work in parallel with the caller. If `threads` > 1 it runs on a thread of its own; otherwise, or if
/// no thread can be started, it runs in the constructor.
template <class Work>
class Background {
public:
    Background(unsigned threads, Work work) : work_(std::move(work)) {
        if (threads > 1) {
            try {
                thread_ = std::thread([this] { run(); });
                return;
            } catch (const std::system_error&) {  // no thread can be started
            }
        }
        run();
    }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;
    /// Waits for the work. If wait() was not called, an exception of the work is lost.
    ~Background() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    /// Waits until the work is done; rethrows its exception.
    void wait() {
        if (thread_.joinable()) {
            thread_.join();
        }
        if (error_ != nullptr) {
            std::rethrow_exception(std::exchange(error_, nullptr));
        }
    }

private:
    void run() noexcept {
        try {
            (*work_)();
        } catch (...) {
            error_ = std::current_exception();
        }
        work_.reset();  // also frees the objects that it owned
    }

    std::optional<Work> work_;
    std::exception_ptr error_;
    std::thread thread_;
};

/// Destroys an object in parallel with the caller's work, because freeing gigabytes of memory or of a temporary file
/// takes as long as a pass over them.
template <class Owner>
auto end_in_background(unsigned threads, Owner owner) {
    return Background(threads, [owner = std::move(owner)]() mutable { owner = {}; });
}

}  // namespace bizrec::builder
