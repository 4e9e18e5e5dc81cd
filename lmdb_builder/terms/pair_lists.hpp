#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/term_list_builder.hpp"
#include "lmdb_builder/system/temp_file.hpp"

namespace bizrec::builder {

class Workers;

/// A word's postings in the form that PairLists stores.
struct PairablePostings {
    std::vector<std::uint32_t> entries;       ///< docid in its slice << 8 | impact
    std::vector<std::uint32_t> slice_counts;  ///< number of postings in each slice, up to the last slice that has any
};

/// Finds the pairs of frequent words that often occur together (format/pair_list.hpp), and collects their documents.
/// The words' postings wait in a temporary file, split into slices of documents. A slice is turned into lists of words
/// by document, first to count pairs, and then to collect the postings of as many pairs at a time as fit into memory.
/// The result depends only on the postings. Threads work on as many slices at the same time as the memory allows, but
/// on at least one. A slice needs four bytes per posting of its frequent words, eight per document, and a table while
/// pairs are counted.
class PairLists {
public:
    /// At most this many words are paired, the most frequent ones. Rarer words are dropped, so that a table that counts
    /// pairs takes at most 32 MiB.
    static constexpr std::size_t max_words = 4096;

    /// `memory_bytes`: for slices and tables, and for the postings of the pairs that are collected together.
    PairLists(const std::string& temp_folder, std::uint64_t memory_bytes, std::uint32_t documents);

    /// Thread-safe. Overwrites `out`.
    static void pack(const std::vector<format::TermPosting>& postings, PairablePostings& out);

    /// Call it for words in ascending order, each once, that satisfy format::may_be_paired().
    void add(std::string_view word, const PairablePostings& postings);

    /// Some of the frequent pairs, in ascending order of their words.
    class Round {
    public:
        std::size_t size() const noexcept { return static_cast<std::size_t>(last_ - first_); }
        std::string_view a(std::size_t pair) const noexcept { return (*texts_)[first_[pair].a]; }
        std::string_view b(std::size_t pair) const noexcept { return (*texts_)[first_[pair].b]; }
        /// Overwrites `out` with the postings of pair number `pair`, in ascending order of docids.
        void postings(std::size_t pair, std::vector<format::PairPosting>& out) const;

    private:
        friend class PairLists;
        struct Pair {
            std::uint16_t a = 0, b = 0;
            std::uint32_t count = 0;
        };
        using Part = std::vector<std::vector<std::uint32_t>>;  // docid in the slice << 9 | sum of impacts

        const std::vector<std::string>* texts_ = nullptr;
        const std::vector<std::uint8_t>* quality_levels_ = nullptr;
        const Pair* first_ = nullptr;
        const Pair* last_ = nullptr;
        std::vector<Part> parts_;  // for each slice: the entries of each pair
    };

    /// Call for_each() once, after the last add(). It passes all frequent pairs to `use`, round by round.
    using Use = std::function<void(const Round& round)>;
    void for_each(Workers& workers, const std::vector<std::uint8_t>& quality_levels, const Use& use);

    /// Peak memory of slices and their tables, for tests.
    std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

private:
    using Pair = Round::Pair;
    using Table = std::vector<std::uint32_t>;
    struct Word {
        std::string text;
        std::uint32_t count = 0;
        std::uint64_t offset = 0;  ///< offset of its entries in the file
        std::vector<std::uint32_t> slice_counts;
    };
    /// The paired words of each document of a slice, ascending, with their impacts.
    struct Slice {
        std::vector<std::size_t> begin;      ///< index in `entries` of each document's first entry
        std::vector<std::uint32_t> entries;  ///< word << 8 | impact
    };

    std::size_t slices() const noexcept;
    void drop_rarest();
    void read_word(std::size_t word, std::size_t slice, std::vector<std::uint32_t>& out) const;
    Slice read(std::size_t number) const;
    std::uint64_t slice_bytes() const;
    std::size_t slices_at_once(const Workers& workers, std::uint64_t memory_bytes, std::uint64_t extra);
    template <class Work>
    void for_each_slice(Workers& workers, std::size_t parts, Work&& work) const;
    std::vector<Pair> count_pairs(Workers& workers);
    void gather(Workers& workers, Round& round);
    template <class Visit>
    void visit_pairs(std::size_t slice, Visit&& visit) const;
    std::size_t place(std::uint32_t a, std::uint32_t b) const noexcept { return rows_[a] + b; }

    std::uint64_t memory_bytes_;
    std::uint32_t documents_;
    TempFile file_;
    std::vector<Word> words_;         // after drop_rarest(): the paired words
    std::vector<std::string> texts_;  // texts of words_
    std::vector<std::size_t> rows_;   // for a < b, rows_[a] + b is the index of the pair (a, b) in a Table
    std::size_t table_size_ = 0;
    std::uint64_t peak_bytes_ = 0;
};

}  // namespace bizrec::builder
