#include "bizrec/format/key_table_builder.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/format/key_table_layout.hpp"

namespace bizrec::format {
namespace {

/// Returns the slot of `tag`, or the free slot for it.
std::uint64_t* find_tag(std::vector<std::uint64_t>& tags, std::uint64_t tag) noexcept {
    const std::size_t mask = tags.size() - 1;
    std::size_t at = static_cast<std::size_t>(tag) & mask;
    while (tags[at] != 0 && tags[at] != tag) {
        at = (at + 1) & mask;
    }
    return &tags[at];
}

}  // namespace

/// Returns false if the tag was added before. Tags are parts of hashes, so their low bits serve as a hash.
bool KeyPartitionBuilder::add_tag(std::uint64_t tag) {
    if ((pending_.size() + 1) * 2 > tags_.size()) {
        tags_.assign(std::max<std::size_t>(64, tags_.size() * 2), 0);
        for (const Pending& entry : pending_) {
            *find_tag(tags_, entry.hash.tag) = entry.hash.tag;
        }
    }
    std::uint64_t* const slot = find_tag(tags_, tag);
    const bool is_new = *slot == 0;
    *slot = tag;
    return is_new;
}

bool KeyPartitionBuilder::add(const KeyHash& hash, const std::uint32_t* values, std::uint32_t length,
                              const std::uint64_t (&aux)[2]) {
    if (!add_tag(hash.tag)) {
        return false;
    }
    Pending entry;
    entry.hash = hash;
    entry.slot.tag = hash.tag;
    entry.slot.aux[0] = aux[0];
    entry.slot.aux[1] = aux[1];
    entry.slot.value = static_cast<std::uint32_t>(heap_.size());
    entry.slot.length = length;
    if (length != 0) {
        heap_.insert(heap_.end(), values, values + length);
    }
    pending_.push_back(entry);
    return true;
}

/// Sorts keys and their lists by home slot, so that probing stays local in memory. The order depends only on the set of
/// keys. Returns the heap in that order; lists of one number go into their slots.
std::vector<std::uint32_t> KeyPartitionBuilder::sort_and_pack() {
    const std::uint32_t slot_count = slots_for(pending_.size());
    std::sort(pending_.begin(), pending_.end(), [slot_count](const Pending& a, const Pending& b) {
        const std::uint32_t home_a = home_slot(a.hash, slot_count);
        const std::uint32_t home_b = home_slot(b.hash, slot_count);
        return home_a != home_b ? home_a < home_b : a.hash.tag < b.hash.tag;
    });
    std::vector<std::uint32_t> packed;
    packed.reserve(heap_.size());
    for (Pending& entry : pending_) {
        const std::uint32_t first = entry.slot.value;
        if (entry.slot.length == 0) {
            entry.slot.value = 0;
        } else if (entry.slot.length == 1) {
            entry.slot.value = heap_[first];
        } else {
            entry.slot.value = static_cast<std::uint32_t>(packed.size());
            packed.insert(packed.end(), heap_.begin() + first, heap_.begin() + first + entry.slot.length);
        }
    }
    return packed;
}

std::vector<std::byte> KeyPartitionBuilder::finish() {
    const std::vector<std::uint32_t> heap = sort_and_pack();
    KeyPartitionHead head;
    head.slot_count = slots_for(pending_.size());
    head.heap_count = static_cast<std::uint32_t>(heap.size());
    head.key_count = static_cast<std::uint32_t>(pending_.size());

    std::vector<KeySlot> slots(head.slot_count);
    for (const Pending& entry : pending_) {
        std::uint32_t at = home_slot(entry.hash, head.slot_count);
        while (slots[at].tag != 0) {
            at = at + 1 == head.slot_count ? 0 : at + 1;
        }
        slots[at] = entry.slot;
    }

    const std::size_t slot_bytes = slots.size() * sizeof(KeySlot);
    const std::size_t heap_bytes = heap.size() * sizeof(std::uint32_t);
    std::vector<std::byte> chunk(sizeof head + slot_bytes + heap_bytes);
    std::memcpy(chunk.data(), &head, sizeof head);
    std::memcpy(chunk.data() + sizeof head, slots.data(), slot_bytes);
    if (heap_bytes != 0) {
        std::memcpy(chunk.data() + sizeof head + slot_bytes, heap.data(), heap_bytes);
    }
    pending_.clear();
    heap_.clear();
    std::fill(tags_.begin(), tags_.end(), 0);
    return chunk;
}

}  // namespace bizrec::format
