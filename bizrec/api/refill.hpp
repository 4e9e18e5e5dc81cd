#pragma once

#include <cstddef>
#include <vector>

namespace bizrec::api {

/// Fills a vector again over its old elements, so that their own memory (strings, vectors) is reused.
template <class T>
class Refill {
public:
    explicit Refill(std::vector<T>& target) noexcept : target_(target) {}

    /// Returns the next element, which still has its content from an earlier request.
    T& next() {
        if (used_ == target_.size()) {
            target_.emplace_back();
        }
        return target_[used_++];
    }
    std::size_t used() const noexcept { return used_; }

    /// Removes the elements that were not filled again.
    void finish() { target_.resize(used_); }

private:
    std::vector<T>& target_;
    std::size_t used_ = 0;
};

}  // namespace bizrec::api
