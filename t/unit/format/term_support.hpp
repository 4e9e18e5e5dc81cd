#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/format/term_lists.hpp"

namespace bizrec::format::test {

using Postings = std::vector<TermPosting>;

/// An encoded term, and the chunk that holds its lists at an offset.
class StoredTerm {
public:
    StoredTerm(const Postings& postings, std::uint32_t documents);
    StoredTerm(EncodedTerm encoded, std::uint32_t documents);

    /// The result has views into this object.
    TermLists read() const;
    EncodedTerm& encoded() { return encoded_; }
    std::uint8_t rival = 0;  ///< the rival byte that read() gives the term
    std::size_t list_bytes() const { return chunk_.size() - offset_; }
    std::vector<std::byte>& bytes() { return chunk_; }  ///< the bytes of the chunk
    std::size_t first_byte() const { return offset_; }  ///< index of the lists' first byte in the chunk

private:
    static constexpr std::size_t offset_ = 48;
    EncodedTerm encoded_;
    std::vector<std::byte> chunk_;
    std::uint32_t documents_;
};

/// `count` random postings among `documents` documents, with impacts 1..`greatest`. The same seed gives the same
/// postings.
Postings random_postings(std::uint32_t count, std::uint32_t documents, unsigned greatest, std::uint64_t seed);

/// Every posting that the lists of a valid term give.
Postings decode_all(const TermLists& lists);

/// For hostile bytes. Fails the test if a view breaks a promise: docids out of range or not ascending, or impacts that
/// differ between views. Checks nothing else. Returns a sum over all that was read.
std::uint64_t walk_everything(const TermLists& lists, std::uint32_t documents);

}  // namespace bizrec::format::test
