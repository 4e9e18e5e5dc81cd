#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace bizrec::builder {

/// Text, or other bytes, built by appending many small pieces. std::string does not inline its append.
class TextBuffer {
public:
    TextBuffer() = default;
    ~TextBuffer() = default;
    TextBuffer(const TextBuffer&) = delete;
    TextBuffer& operator=(const TextBuffer&) = delete;
    TextBuffer(TextBuffer&& other) noexcept { swap(other); }
    TextBuffer& operator=(TextBuffer&& other) noexcept {
        swap(other);
        return *this;
    }
    void swap(TextBuffer& other) noexcept {
        bytes_.swap(other.bytes_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    std::string_view text() const noexcept { return {bytes_.get(), size_}; }
    std::size_t size() const noexcept { return size_; }
    std::size_t capacity() const noexcept { return capacity_; }
    void clear() noexcept { size_ = 0; }

    void append(char c) {
        *room(1) = c;
        ++size_;
    }
    void append(std::string_view text) {
        // memcpy() must not be called for an empty text, because its pointer may be null.
        if (!text.empty()) {
            std::memcpy(room(text.size()), text.data(), text.size());
            size_ += text.size();
        }
    }

    /// Returns the place for the next `bytes` bytes. After writing, call wrote() with the number of bytes written.
    char* room(std::size_t bytes) {
        if (bytes > capacity_ - size_) {
            grow(bytes);
        }
        return bytes_.get() + size_;
    }
    void wrote(std::size_t bytes) noexcept { size_ += bytes; }

private:
    void grow(std::size_t bytes) {
        const std::size_t capacity = std::max(2 * capacity_, size_ + bytes);
        std::unique_ptr<char[]> larger(new char[capacity]);
        if (size_ != 0) {
            std::memcpy(larger.get(), bytes_.get(), size_);
        }
        bytes_ = std::move(larger);
        capacity_ = capacity;
    }

    std::unique_ptr<char[]> bytes_;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace bizrec::builder
