#pragma once

#include <cstddef>
#include <vector>

namespace bizrec::api {

/// Fills a vector anew over its old elements, whose own memory (strings, vectors) is thereby reused.
template <class T>
class Refill {
public:
    explicit Refill(std::vector<T>& target) noexcept : target_(target) {}

    /// The next element, with what an earlier request left in it.
    T& next() {
        if (used_ == target_.size()) {
            target_.emplace_back();
        }
        return target_[used_++];
    }
    std::size_t used() const noexcept { return used_; }

    /// Drops the elements that were not filled again.
    void finish() { target_.resize(used_); }

private:
    std::vector<T>& target_;
    std::size_t used_ = 0;
};

}  // namespace bizrec::api
