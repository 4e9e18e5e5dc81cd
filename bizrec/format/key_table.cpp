#include "bizrec/format/key_table.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "bizrec/base/xxh.hpp"
#include "bizrec/format/key_table_layout.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::format {
namespace {

constexpr std::uint64_t keys_per_partition = 32768;

Error partition_error(std::string_view name, std::size_t partition, const std::string& what) {
    return Error{"section " + std::string(name) + ", chunk " + std::to_string(partition) + ": " + what};
}

Result<KeyPartitionView> open_partition(const KeyTable::Partition& partition, std::string_view name,
                                        std::size_t number) {
    if (partition.size < sizeof(KeyPartitionHead) ||
        reinterpret_cast<std::uintptr_t>(partition.bytes) % value_alignment != 0) {
        return partition_error(name, number, "too short or not aligned for a key table");
    }
    KeyPartitionHead head;
    std::memcpy(&head, partition.bytes, sizeof head);
    const std::uint64_t slot_bytes = std::uint64_t{head.slot_count} * sizeof(KeySlot);
    const std::uint64_t needed =
        sizeof head + slot_bytes + std::uint64_t{head.heap_count} * sizeof(std::uint32_t);  // below 2^38: no overflow
    if (head.slot_count == 0 || needed > partition.size) {
        return partition_error(name, number,
                               "its head states " + std::to_string(head.slot_count) + " slots and " +
                                   std::to_string(head.heap_count) + " numbers, which do not fit its " +
                                   std::to_string(partition.size) + " bytes");
    }
    KeyPartitionView view;
    view.slots = reinterpret_cast<const KeySlot*>(partition.bytes + sizeof head);
    view.heap = reinterpret_cast<const std::uint32_t*>(partition.bytes + sizeof head + slot_bytes);
    view.slot_count = head.slot_count;
    view.heap_count = head.heap_count;
    view.key_count = head.key_count;
    return view;
}

/// Returns the first slot that has the tag or is free; `end` if there is none.
const KeySlot* probe(const KeySlot* slots, const KeySlot* end, std::uint64_t tag) noexcept {
    while (slots != end && slots->tag != tag && slots->tag != 0) {
        ++slots;
    }
    return slots;
}

struct Probed {
    const KeySlot* slot = nullptr;  ///< the key's slot, or null
    std::uint32_t probes = 0;       ///< slots looked at
};

/// Looks for the key's slot. Terminates even if hostile bytes leave no free slot.
Probed probe(const KeyPartitionView& view, const KeyHash& hash) noexcept {
    const KeySlot* const end = view.slots + view.slot_count;
    const KeySlot* const home = view.slots + home_slot(hash, view.slot_count);
    const KeySlot* slot = probe(home, end, hash.tag);
    std::uint32_t probes = static_cast<std::uint32_t>(slot - home) + 1;
    if (slot == end) {
        slot = probe(view.slots, home, hash.tag);
        probes += static_cast<std::uint32_t>(slot - view.slots);
        if (slot == home) {
            return {nullptr, view.slot_count};
        }
    }
    return {slot->tag == hash.tag ? slot : nullptr, probes};
}

}  // namespace

KeyHash hash_key(std::string_view key) noexcept {
    const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
    return {hash.low64 == 0 ? 1 : hash.low64, hash.high64};
}

std::uint32_t partition_count(std::uint64_t keys) noexcept {
    std::uint32_t partitions = 1;
    while (partitions < 1U << 31 && partitions * keys_per_partition < keys) {
        partitions *= 2;
    }
    return partitions;
}

std::uint32_t partition_of(const KeyHash& hash, std::uint32_t partitions) noexcept {
    // Not a shift of the position by 64 - log2(partitions), which is undefined for one partition.
    return static_cast<std::uint32_t>((hash.position >> 32) * partitions >> 32);
}

bool KeyPartitionView::read(const KeySlot& slot, KeyEntry& entry) const noexcept {
    if (slot.length == 1) {
        entry.values = &slot.value;
    } else if (slot.length <= heap_count && slot.value <= heap_count - slot.length) {
        entry.values = heap + slot.value;
    } else {
        return false;
    }
    entry.length = slot.length;
    entry.aux[0] = slot.aux[0];
    entry.aux[1] = slot.aux[1];
    return true;
}

Result<KeyTable> KeyTable::open(std::vector<Partition> partitions, std::string_view name) {
    const std::size_t count = partitions.size();
    if (count == 0 || (count & (count - 1)) != 0 || count > 1U << 31) {
        return Error{"section " + std::string(name) + ": has " + std::to_string(count) +
                     " chunks, expected a power of two"};
    }
    KeyTable table;
    table.views_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto view = open_partition(partitions[i], name, i);
        if (!view) {
            return view.error();
        }
        table.views_.push_back(view.value());
    }
    return table;
}

void KeyTable::make_filter() {
    std::uint64_t keys = 0;
    for (const KeyPartitionView& view : views_) {
        keys += std::min(view.key_count, view.slot_count);
    }
    filter_ = KeyFilter(keys);
    for (const KeyPartitionView& view : views_) {
        for (const KeySlot* slot = view.slots; slot != view.slots + view.slot_count; ++slot) {
            if (slot->tag != 0) {
                filter_.add(slot->tag);
            }
        }
    }
}

const KeyPartitionView* KeyTable::view_of(const KeyHash& hash) const noexcept {
    if (views_.empty()) {
        return nullptr;
    }
    return &views_[partition_of(hash, static_cast<std::uint32_t>(views_.size()))];
}

void KeyTable::prefetch(const KeyHash& hash) const noexcept {
    if (const KeyPartitionView* view = view_of(hash)) {
        __builtin_prefetch(view->slots + home_slot(hash, view->slot_count));
    }
}

bool KeyTable::find(const KeyHash& hash, KeyEntry& entry) const noexcept {
    const KeyPartitionView* view = view_of(hash);
    if (view == nullptr) {
        return false;
    }
    const KeySlot* slot = probe(*view, hash).slot;
    return slot != nullptr && view->read(*slot, entry);
}

std::uint32_t KeyTable::probes(const KeyHash& hash) const noexcept {
    const KeyPartitionView* view = view_of(hash);
    return view == nullptr ? 0 : probe(*view, hash).probes;
}

}  // namespace bizrec::format
