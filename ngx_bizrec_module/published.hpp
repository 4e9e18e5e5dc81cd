#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace bizrec::ngx {

/// A value in shared memory that one process writes and all others read, without a lock: a sequence lock (seqlock). If
/// a process is killed while it writes, the value is unreadable until the next write. Zeroed memory is a value that was
/// never written.
template <class T>
class Published {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    /// Only one process may write at a time.
    void write(const T& value) noexcept {
        std::uint64_t words[count] = {};
        std::memcpy(words, &value, sizeof value);
        const std::uint64_t odd = sequence_.load(std::memory_order_relaxed) | 1;
        sequence_.store(odd, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        for (std::size_t i = 0; i < count; ++i) {
            words_[i].store(words[i], std::memory_order_relaxed);
        }
        sequence_.store(odd + 1, std::memory_order_release);
    }

    /// Returns false if no value was written yet, or if none of 100 attempts saw a complete value, because the writer
    /// is in the middle of a write or was killed there.
    bool read(T& value) const noexcept {
        constexpr int attempts = 100;
        for (int i = 0; i < attempts; ++i) {
            const std::uint64_t before = sequence_.load(std::memory_order_acquire);
            if (before == 0) {
                return false;
            }
            std::uint64_t words[count];
            for (std::size_t word = 0; word < count; ++word) {
                words[word] = words_[word].load(std::memory_order_relaxed);
            }
            std::atomic_thread_fence(std::memory_order_acquire);
            if ((before & 1) == 0 && sequence_.load(std::memory_order_relaxed) == before) {
                std::memcpy(&value, words, sizeof value);
                return true;
            }
        }
        return false;
    }

private:
    static constexpr std::size_t count = (sizeof(T) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);

    std::atomic<std::uint64_t> sequence_;  ///< odd: a write is in progress
    std::atomic<std::uint64_t> words_[count];
};

/// A text in a value of fixed size. A longer text is cut at a character boundary of UTF-8.
template <std::size_t Size>
class FixedText {
    static_assert(Size < 256);

public:
    void set(std::string_view text) noexcept {
        std::size_t length = text.size() < Size ? text.size() : Size;
        while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80) {
            --length;
        }
        std::memcpy(bytes_, text.data(), length);
        length_ = static_cast<unsigned char>(length);
    }
    std::string_view view() const noexcept { return {bytes_, length_}; }
    bool empty() const noexcept { return length_ == 0; }

private:
    char bytes_[Size] = {};
    unsigned char length_ = 0;
};

}  // namespace bizrec::ngx
