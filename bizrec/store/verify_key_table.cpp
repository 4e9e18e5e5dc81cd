#include "bizrec/store/verify_tables.hpp"

#include <algorithm>
#include <vector>

namespace bizrec::store {
namespace {

using format::KeyPartitionView;
using format::Section;

/// Checks that there are as many keys as the head says, a free slot, and no tag (hash of a key) twice. A look-up would
/// never find the list of the second slot with the same tag.
Status check_tags(const KeyPartitionView& view, Section section, std::size_t number) {
    std::vector<std::uint64_t> tags;
    for (std::uint32_t i = 0; i < view.slot_count; ++i) {
        if (view.slots[i].tag != 0) {
            tags.push_back(view.slots[i].tag);
        }
    }
    if (tags.size() != view.key_count) {
        return chunk_error(
            section, number,
            "holds " + std::to_string(tags.size()) + " keys, its head states " + std::to_string(view.key_count));
    }
    if (tags.size() == view.slot_count) {
        return chunk_error(section, number, "has no free slot");
    }
    std::sort(tags.begin(), tags.end());
    if (std::adjacent_find(tags.begin(), tags.end()) != tags.end()) {
        return chunk_error(section, number, "holds a key twice");
    }
    return ok();
}

Status check_lists(const Generation& generation, const KeyPartitionView& view, Section section, std::size_t number,
                   ListRule rule) {
    for (std::uint32_t i = 0; i < view.slot_count; ++i) {
        if (view.slots[i].tag == 0) {
            continue;
        }
        format::KeyEntry entry;
        const char* wrong =
            view.read(view.slots[i], entry) ? rule(generation, entry) : "its list lies outside the chunk";
        if (wrong != nullptr) {
            return chunk_error(section, number, "slot " + std::to_string(i) + ": " + wrong);
        }
    }
    return ok();
}

}  // namespace

Status verify_key_table(const Generation& generation, Section section, const format::KeyTable& table, ListRule rule) {
    const auto& views = table.partitions();
    for (std::size_t number = 0; number < views.size(); ++number) {
        const KeyPartitionView& view = views[number];
        if (auto status = check_tags(view, section, number); !status) {
            return status;
        }
        if (auto status = check_lists(generation, view, section, number, rule); !status) {
            return status;
        }
        const std::uint64_t used = format::key_partition_head_bytes +
                                   std::uint64_t{view.slot_count} * sizeof(format::KeySlot) +
                                   std::uint64_t{view.heap_count} * sizeof(std::uint32_t);
        if (!zeros_from(generation.chunks(section)[number], used)) {
            return chunk_error(section, number, "padding is not zero");
        }
    }
    return ok();
}

}  // namespace bizrec::store
