#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "lmdb_builder/memory/text_buffer.hpp"
#include "lmdb_builder/system/size_limits.hpp"

namespace bizrec::builder {

/// Numbers distinct byte strings in the order in which they are added: 0, 1, 2 … Open addressing with linear probing
/// over XXH3-64.
class StringTable {
public:
    struct Added {
        std::uint32_t id = 0;
        bool is_new = false;
    };
    /// The defaults are the most that numbers of 32 bits allow. Tests set lower limits.
    struct Limits {
        std::uint64_t bytes = std::numeric_limits<std::uint32_t>::max();      ///< of all texts together
        std::uint64_t texts = std::numeric_limits<std::uint32_t>::max() - 1;  ///< number of different texts
    };
    StringTable() : StringTable(Limits{}) {}
    explicit StringTable(const Limits& limits) : limits_(limits) {}

    /// Copies `text` if it is new. Throws BuildFailure above the limits.
    Added add(std::string_view text) { return add(text, hash(text)); }

    /// To add many texts fast, hash them first: prefetch() then loads the memory that a later add() with this hash
    /// reads.
    static std::uint64_t hash(std::string_view text) noexcept;
    void prefetch(std::uint64_t hash) const noexcept;
    Added add(std::string_view text, std::uint64_t hash);
    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    /// The number of the text with which add() will compare first; `none` if there is no such text. Reads the memory
    /// that prefetch() loads.
    std::uint32_t candidate(std::uint64_t hash) const noexcept {
        return slots_.empty() ? none : slots_[home(hash)].number - 1;
    }
    void prefetch_entry(std::uint32_t id) const noexcept { __builtin_prefetch(&entries_[id]); }
    void prefetch_text(std::uint32_t id) const noexcept {
        __builtin_prefetch(bytes_.text().data() + entries_[id].offset);
    }

    /// The number of the text; nothing if it was not added.
    std::optional<std::uint32_t> find(std::string_view text, std::uint64_t hash) const noexcept;

    /// Valid until the next add(). `id` < size().
    std::string_view operator[](std::uint32_t id) const noexcept {
        const Entry& entry = entries_[id];
        return {bytes_.text().data() + entry.offset, entry.length};
    }
    std::uint64_t hash_of(std::uint32_t id) const noexcept { return entries_[id].hash; }
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(entries_.size()); }
    std::uint64_t memory() const noexcept;

    /// Removes all texts. Keeps the memory for later texts if the table has at most `kept_slots` slots.
    void clear(std::size_t kept_slots = 1024);

private:
    struct Entry {
        std::uint64_t hash = 0;
        std::uint32_t offset = 0, length = 0;
    };
    struct Slot {
        std::uint32_t hash = 0;    // low half of the entry's hash
        std::uint32_t number = 0;  // id + 1; 0 = free
    };
    void grow();
    void free_slots();
    void refuse_one_more(std::size_t bytes) const;
    std::size_t home(std::uint64_t hash) const noexcept {
        return static_cast<std::size_t>(hash >> 32) & (slots_.size() - 1);
    }

    Limits limits_;
    std::vector<Slot> slots_;  // their number is a power of two, or 0
    std::vector<Entry> entries_;
    TextBuffer bytes_;
};

}  // namespace bizrec::builder
