#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// Counts how often each text was added: a hash table with linear probing. Texts with the same XXH3-64 count as equal.
class PhraseCounts {
public:
    struct Entry {
        std::uint64_t hash = 0;
        const char* text = nullptr;  ///< nullptr: the entry is free
        std::uint32_t size = 0;
        std::uint32_t count = 0;
        std::string_view view() const noexcept { return {text, size}; }
    };

    PhraseCounts() : entries_(first_capacity) {}
    void clear();
    /// `text` must live until clear().
    void add(std::string_view text);
    /// All slots of the table, in no order; free slots have a null text.
    const std::vector<Entry>& entries() const noexcept { return entries_; }

private:
    static constexpr std::size_t first_capacity = std::size_t{1} << 14;
    Entry& slot(std::uint64_t hash);
    void grow();

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
};

}  // namespace bizrec::builder
