#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bizrec::format {

struct TermPosting {
    std::uint32_t docid = 0;
    std::uint8_t impact = 1;         ///< 1..255
    std::uint8_t quality_level = 0;  ///< of the document, for the groups by score
};

/// A term's encoded lists: its slot in the `terms` table and, for longer lists, the bytes in the `postings` section.
struct EncodedTerm {
    std::uint64_t aux[2] = {0, 0};       ///< of its slot; aux[1] is the locator, which place() sets
    std::vector<std::uint32_t> numbers;  ///< of its slot; empty if the lists are in `postings`
    std::vector<std::byte> lists;        ///< for the `postings` section, at a multiple of 16 bytes; otherwise empty

    /// Records where `lists` was written. `offset` is a multiple of 16.
    void place(std::uint32_t chunk, std::uint64_t offset) noexcept;
};

/// Encodes a term. `postings`: ascending docids, at least one, all below `documents`. Reuses `out`'s memory. The same
/// postings give the same bytes.
void encode_term(const std::vector<TermPosting>& postings, std::uint16_t idf_sixteenths, std::uint32_t documents,
                 EncodedTerm& out);

}  // namespace bizrec::format
