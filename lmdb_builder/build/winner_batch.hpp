#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/build/record_source.hpp"

namespace bizrec::builder {

/// Some winners, encoded, so that another thread than the one that merges may read them.
class WinnerBatch {
public:
    /// Takes winners until there are `batch_bytes` of them; false where there is none left.
    bool fill(WinnerCursor& winners, std::size_t batch_bytes) {
        bytes_.clear();
        ends_.clear();
        while (bytes_.size() < batch_bytes && winners.append_next(bytes_)) {
            ends_.push_back(bytes_.size());
        }
        return !ends_.empty();
    }

    std::size_t size() const noexcept { return ends_.size(); }
    std::string_view operator[](std::size_t i) const noexcept {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(bytes_).substr(begin, ends_[i] - begin);
    }

private:
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

}  // namespace bizrec::builder
