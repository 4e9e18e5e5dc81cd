#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lmdb_builder/sorting/external_sorter.hpp"
#include "lmdb_builder/terms/encoded_terms.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

class Workers;

/// Writes the sections `postings` and `terms`. Lists are written directly to the file; the entries of the key table
/// `terms` wait in a sorter. Memory in addition to the sorter: a chunk of postings.
class PostingSection {
public:
    /// A chunk of `postings` is closed when it reaches this length.
    static constexpr std::size_t chunk_bytes = 16U << 20;

    PostingSection(store::IndexWriter& writer, const std::string& temp_folder, std::uint64_t memory_bytes);

    /// The written bytes depend on the order of the terms, not on how they are split into calls.
    void add(const EncodedTerms& terms);

    /// Writes the last chunk, then the key table. Call it after the last add(). `rivals`: the rival byte
    /// (format/rival.hpp) of each word of the vocabulary, in the order in which the words were added.
    void finish(Workers& workers, const std::vector<std::uint8_t>& rivals);

    std::uint64_t terms() const noexcept { return slots_.count(); }

private:
    void add_slot(const EncodedTerms::Term& term, const std::uint32_t* numbers);
    void flush();

    store::IndexWriter* writer_;
    ExternalSorter slots_;
    std::vector<std::byte> chunk_;
    std::uint32_t chunks_ = 0;
    std::uint32_t vocables_ = 0;
    std::string key_, payload_;
};

}  // namespace bizrec::builder
