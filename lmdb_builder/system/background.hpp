#pragma once

#include <exception>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace bizrec::builder {

/// One piece of work next to the caller's: on a thread of its own where a build has several, in the caller's before the
/// constructor returns where it has one.
template <class Work>
class Background {
public:
    Background(unsigned threads, Work work) : work_(std::move(work)) {
        if (threads > 1) {
            try {
                thread_ = std::thread([this] { run(); });
                return;
            } catch (const std::system_error&) {  // no thread is to be had
            }
        }
        run();
    }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;
    /// Waits; what was thrown and not asked for by wait() is gone.
    ~Background() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    /// Afterwards the work is done; throws what it threw.
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
        work_.reset();  // with what it owned
    }

    std::optional<Work> work_;
    std::exception_ptr error_;
    std::thread thread_;
};

/// Ends an object next to the caller's work: to free gigabytes of memory or of a temporary file takes as long as a pass
/// over them.
template <class Owner>
auto end_in_background(unsigned threads, Owner owner) {
    return Background(threads, [owner = std::move(owner)]() mutable { owner = {}; });
}

}  // namespace bizrec::builder
