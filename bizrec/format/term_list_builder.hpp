#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bizrec::format {

struct TermPosting {
    std::uint32_t docid = 0;
    std::uint8_t impact = 1;         ///< 1..255
    std::uint8_t quality_level = 0;  ///< of the document; long lists are also grouped by it
};

/// A term's encoded lists: its slot in the `terms` table and, for longer lists, the bytes in the `postings` section.
struct EncodedTerm {
    /// The slot's aux. aux[1] is the place of `lists` in the `postings` section; place() sets it.
    std::uint64_t aux[2] = {0, 0};
    /// The slot's numbers; empty if the lists are in the `postings` section.
    std::vector<std::uint32_t> numbers;
    /// The bytes for the `postings` section, to be written at a multiple of 16; empty if the lists are in the slot.
    std::vector<std::byte> lists;

    /// Records where `lists` was written. `offset` is a multiple of 16.
    void place(std::uint32_t chunk, std::uint64_t offset) noexcept;
};

/// Encodes a term. `postings`: ascending docids, at least one, all below `documents`. Reuses `out`'s memory. The same
/// postings give the same bytes.
void encode_term(const std::vector<TermPosting>& postings, std::uint16_t idf_sixteenths, std::uint32_t documents,
                 EncodedTerm& out);

}  // namespace bizrec::format
