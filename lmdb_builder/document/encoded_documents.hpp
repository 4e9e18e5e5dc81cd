#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// A sequence of encoded documents (document.hpp). One thread only copies the bytes of documents into it, so that
/// another thread can decode them.
class EncodedDocuments {
public:
    void clear() noexcept {
        bytes_.clear();
        ends_.clear();
    }

    /// `append(std::string& to)` appends one encoded document to `to` and returns true, or returns false if there are
    /// no more. add() returns the same.
    template <class Append>
    bool add(Append&& append) {
        if (!append(bytes_)) {
            return false;
        }
        ends_.push_back(bytes_.size());
        return true;
    }

    std::size_t size() const noexcept { return ends_.size(); }
    std::size_t bytes() const noexcept { return bytes_.size(); }  ///< of all documents

    /// Valid until the next add() or clear().
    std::string_view operator[](std::size_t i) const noexcept {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(bytes_).substr(begin, ends_[i] - begin);
    }

private:
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

}  // namespace bizrec::builder
