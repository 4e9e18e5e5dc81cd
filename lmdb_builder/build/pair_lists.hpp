#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/term_list_builder.hpp"
#include "lmdb_builder/build/temp_file.hpp"

namespace bizrec::builder {

/// Finds the pairs of frequent words that often stand together (format/pair_list.hpp) and gathers their documents.
/// The words' postings wait in temporary files, cut into slices of documents; a slice is turned into lists of words by
/// document, first to count pairs, then to gather the postings of as many pairs at a time as fit into memory. What
/// comes out depends on the postings alone.
class PairLists {
public:
    /// Of more words, the most frequent ones are paired: the table that counts pairs stays at some 32 MiB.
    static constexpr std::size_t most_words = 4096;

    /// `memory_bytes`: for the postings of the pairs that are gathered together.
    PairLists(const std::string& temp_folder, std::uint64_t memory_bytes, std::uint32_t documents);

    /// Words in ascending order, each once, for which format::may_be_paired() holds.
    void add(std::string_view word, const std::vector<format::TermPosting>& postings);

    /// After the last add(), once: every frequent pair in ascending order of its words; docids ascending.
    using Use =
        std::function<void(std::string_view a, std::string_view b, const std::vector<format::PairPosting>& postings)>;
    void for_each(const std::vector<std::uint8_t>& quality_levels, const Use& use);

private:
    struct Word {
        std::string text;
        std::uint32_t count = 0;
    };
    struct SlicePosting {
        std::uint32_t docid = 0;
        std::uint16_t word = 0;
        std::uint16_t impact = 0;
    };
    /// The paired words of each document of a slice, ascending, and their impacts.
    struct Slice {
        std::uint32_t first = 0;  ///< docid
        std::vector<std::uint32_t> begin;
        std::vector<std::uint32_t> entries;  ///< word << 8 | impact
    };
    struct Pair {
        std::uint16_t a = 0, b = 0;
        std::uint32_t count = 0;
    };

    void drop_rarest();
    void read(std::size_t number, Slice& slice) const;
    std::vector<Pair> count_pairs();
    template <class Visit>
    void visit_pairs(Visit&& visit) const;
    std::size_t place(std::uint32_t a, std::uint32_t b) const noexcept { return rows_[a] + b; }

    std::uint64_t memory_bytes_;
    std::uint32_t documents_;
    std::uint32_t slice_documents_;
    std::vector<TempFile> slices_;
    std::vector<Word> words_;
    std::vector<std::uint32_t> numbers_;  // of each word among those that are paired; not_paired
    std::vector<std::size_t> rows_;       // a < b: place of (a, b) in the table of pairs less b
    std::vector<std::uint32_t> table_;
    std::vector<std::string> texts_;  // of the words that are paired
};

}  // namespace bizrec::builder
