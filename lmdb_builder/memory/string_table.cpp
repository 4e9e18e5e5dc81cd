#include "lmdb_builder/memory/string_table.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/base/xxh.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t first_slots = 128;
constexpr CountedThing different_texts{"different names or words in one table", "split the input into several indexes"};
constexpr CountedThing bytes_of_texts{"bytes of different names or words in one table",
                                      "split the input into several indexes"};

}  // namespace

std::uint64_t StringTable::hash(std::string_view text) noexcept {
    return XXH3_64bits(text.data(), text.size());
}

void StringTable::prefetch(std::uint64_t hash) const noexcept {
    if (!slots_.empty()) {
        __builtin_prefetch(&slots_[home(hash)]);
    }
}

StringTable::Added StringTable::add(std::string_view text, std::uint64_t hash) {
    if ((entries_.size() + 1) * 4 > slots_.size() * 3) {
        grow();
    }
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = home(hash);
    for (; slots_[at].number != 0; at = (at + 1) & mask) {
        const std::uint32_t id = slots_[at].number - 1;
        if (slots_[at].hash == static_cast<std::uint32_t>(hash) && (*this)[id] == text) {
            return {id, false};
        }
    }
    refuse_one_more(text.size());
    const auto id = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({hash, static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(text.size())});
    bytes_.append(text);
    slots_[at] = {static_cast<std::uint32_t>(hash), id + 1};
    return {id, true};
}

void StringTable::refuse_one_more(std::size_t bytes) const {
    refuse_above(std::uint64_t{entries_.size()} + 1, limits_.texts, different_texts);
    refuse_above(std::uint64_t{bytes_.size()} + bytes, limits_.bytes, bytes_of_texts);
}

std::optional<std::uint32_t> StringTable::find(std::string_view text, std::uint64_t hash) const noexcept {
    if (slots_.empty()) {
        return std::nullopt;
    }
    for (std::size_t at = home(hash); slots_[at].number != 0; at = (at + 1) & (slots_.size() - 1)) {
        const std::uint32_t id = slots_[at].number - 1;
        if (slots_[at].hash == static_cast<std::uint32_t>(hash) && (*this)[id] == text) {
            return id;
        }
    }
    return std::nullopt;
}

void StringTable::grow() {
    const std::size_t size = std::max(first_slots, slots_.size() * 2);
    slots_.assign(size, Slot{});
    for (std::uint32_t id = 0; id < entries_.size(); ++id) {
        std::size_t at = home(entries_[id].hash);
        while (slots_[at].number != 0) {
            at = (at + 1) & (size - 1);
        }
        slots_[at] = {static_cast<std::uint32_t>(entries_[id].hash), id + 1};
    }
}

std::uint64_t StringTable::memory() const noexcept {
    return slots_.capacity() * sizeof(Slot) + entries_.capacity() * sizeof(Entry) + bytes_.capacity();
}

// Clears the slots of all entries. A table that was once large usually contains few texts, and then only their slots
// are cleared. An entry's slot is in the run of used slots that begins at its home. If the home is already free, an
// earlier entry has cleared the rest of that run.
void StringTable::free_slots() {
    if (entries_.size() * 8 > slots_.size()) {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        return;
    }
    for (const Entry& entry : entries_) {
        for (std::size_t at = home(entry.hash); slots_[at].number != 0; at = (at + 1) & (slots_.size() - 1)) {
            slots_[at] = {};
        }
    }
}

void StringTable::clear(std::size_t kept_slots) {
    if (slots_.size() > kept_slots) {
        StringTable fresh(limits_);
        std::swap(*this, fresh);
        return;
    }
    free_slots();
    entries_.clear();
    bytes_.clear();
}

}  // namespace bizrec::builder
