#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/format/key_table.hpp"

namespace bizrec::format {

/// Encodes one partition. The order of add() calls does not matter: finish() returns the same bytes for the same set.
class KeyPartitionBuilder {
public:
    /// Copies `length` numbers. Returns false if the tag was already added (two keys with one tag): the build must then
    /// fail.
    bool add(const KeyHash& hash, const std::uint32_t* values, std::uint32_t length, const std::uint64_t (&aux)[2]);
    std::size_t keys() const noexcept { return pending_.size(); }
    /// Returns the chunk's bytes and empties the builder.
    std::vector<std::byte> finish();

private:
    struct Pending {
        KeyHash hash;
        KeySlot slot;  // value: index into heap_ in the order of add(), also for a list of one number
    };
    std::vector<std::uint32_t> sort_and_pack();

    std::vector<Pending> pending_;
    std::vector<std::uint32_t> heap_;
    bool add_tag(std::uint64_t tag);

    std::vector<std::uint64_t> tags_;  // open addressing by their low bits; 0: free
};

}  // namespace bizrec::format
