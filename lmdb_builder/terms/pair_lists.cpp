#include "lmdb_builder/terms/pair_lists.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {
namespace {

constexpr unsigned impact_bits = 8;
constexpr std::uint32_t impact_mask = (1U << impact_bits) - 1;
constexpr unsigned sum_bits = 9;
/// Small enough that the lists of a slice fit into some megabytes, and that a docid within a slice and the sum of two
/// impacts fit into one number of 32 bits.
constexpr std::uint32_t slice_documents = 1U << 17;

}  // namespace

PairLists::PairLists(const std::string& temp_folder, std::uint64_t memory_bytes, std::uint32_t documents)
    : memory_bytes_(memory_bytes), documents_(documents), file_(temp_folder) {}

void PairLists::pack(const std::vector<format::TermPosting>& postings, PairablePostings& out) {
    out.entries.clear();
    out.slice_counts.clear();
    for (const format::TermPosting& posting : postings) {
        const std::size_t slice = posting.docid / slice_documents;
        if (slice >= out.slice_counts.size()) {
            out.slice_counts.resize(slice + 1);
        }
        ++out.slice_counts[slice];
        out.entries.push_back(posting.docid % slice_documents << impact_bits | posting.impact);
    }
}

void PairLists::add(std::string_view word, const PairablePostings& postings) {
    words_.push_back(
        {std::string(word), static_cast<std::uint32_t>(postings.entries.size()), file_.size(), postings.slice_counts});
    file_.append(postings.entries.data(), postings.entries.size() * sizeof(std::uint32_t));
}

std::size_t PairLists::slices() const noexcept {
    return (std::size_t{documents_} + slice_documents - 1) / slice_documents;
}

/// Keeps only the words that will be paired, sorted by word. Sets texts_, rows_ and table_size_.
void PairLists::drop_rarest() {
    if (words_.size() > max_words) {
        std::vector<std::size_t> by_count(words_.size());
        std::iota(by_count.begin(), by_count.end(), std::size_t{0});
        std::stable_sort(by_count.begin(), by_count.end(),
                         [this](std::size_t a, std::size_t b) { return words_[a].count > words_[b].count; });
        by_count.resize(max_words);
        std::sort(by_count.begin(), by_count.end());
        std::vector<Word> kept;
        kept.reserve(by_count.size());
        for (const std::size_t word : by_count) {
            kept.push_back(std::move(words_[word]));
        }
        words_ = std::move(kept);
    }
    for (const Word& word : words_) {
        texts_.push_back(word.text);
    }
    // The table has a place for each pair of words a < b, row by row. The place is rows_[a] + b, so rows_[a] is the
    // offset of row a minus (a + 1). If the subtraction wraps around, adding b wraps it back.
    for (std::size_t a = 0; a < words_.size(); ++a) {
        rows_.push_back(table_size_ - (a + 1));
        table_size_ += words_.size() - a - 1;
    }
}

void PairLists::read_word(std::size_t word, std::size_t slice, std::vector<std::uint32_t>& out) const {
    const std::vector<std::uint32_t>& counts = words_[word].slice_counts;
    out.clear();
    if (slice >= counts.size()) {
        return;
    }
    const auto end = counts.begin() + static_cast<std::ptrdiff_t>(slice);
    const std::uint64_t before = std::accumulate(counts.begin(), end, std::uint64_t{0});
    out.resize(*end);
    file_.read(words_[word].offset + before * sizeof(std::uint32_t), out.data(), out.size() * sizeof(std::uint32_t));
}

/// Reads a slice. Reads the postings of each word twice: first to count the entries of each document, then to place
/// them. The file is in the page cache, and a second copy would double the memory.
PairLists::Slice PairLists::read(std::size_t number) const {
    const std::uint32_t first = static_cast<std::uint32_t>(number) * slice_documents;
    const std::size_t documents = std::min(slice_documents, documents_ - first);
    std::vector<std::uint32_t> postings;
    Slice slice;
    slice.begin.assign(documents + 2, 0);
    for (std::size_t word = 0; word < words_.size(); ++word) {
        read_word(word, number, postings);
        for (const std::uint32_t entry : postings) {
            ++slice.begin[(entry >> impact_bits) + 2];
        }
    }
    std::partial_sum(slice.begin.begin(), slice.begin.end(), slice.begin.begin());
    slice.entries.resize(slice.begin.back());
    for (std::size_t word = 0; word < words_.size(); ++word) {
        read_word(word, number, postings);
        for (const std::uint32_t entry : postings) {
            slice.entries[slice.begin[(entry >> impact_bits) + 1]++] =
                static_cast<std::uint32_t>(word) << impact_bits | (entry & impact_mask);
        }
    }
    return slice;
}

/// Memory of read() for the largest slice.
std::uint64_t PairLists::slice_bytes() const {
    std::vector<std::uint64_t> entries(slices());
    std::uint64_t longest_word = 0;
    for (const Word& word : words_) {
        for (std::size_t slice = 0; slice < word.slice_counts.size(); ++slice) {
            entries[slice] += word.slice_counts[slice];
            longest_word = std::max<std::uint64_t>(longest_word, word.slice_counts[slice]);
        }
    }
    const std::uint64_t documents = std::min(slice_documents, documents_);
    const auto longest = std::max_element(entries.begin(), entries.end());
    return (documents + 2) * sizeof(std::size_t) +
           (longest == entries.end() ? 0 : *longest + longest_word) * sizeof(std::uint32_t);
}

/// The number of slices that fit into memory at the same time, if each needs `extra` bytes in addition: at least 1, at
/// most the number of threads.
std::size_t PairLists::slices_at_once(const Workers& workers, std::uint64_t memory_bytes, std::uint64_t extra) {
    const std::uint64_t bytes = slice_bytes() + extra;
    const std::uint64_t limit = std::min<std::uint64_t>(workers.count(), std::max<std::size_t>(slices(), 1));
    const std::uint64_t parts = std::clamp<std::uint64_t>(memory_bytes / bytes, 1, limit);
    peak_bytes_ = std::max(peak_bytes_, parts * bytes);
    return static_cast<std::size_t>(parts);
}

/// Calls work(slice, part) for each slice. The slices of a part run one after the other.
template <class Work>
void PairLists::for_each_slice(Workers& workers, std::size_t parts, Work&& work) const {
    workers.for_each(parts, [&](std::size_t part) {
        for (std::size_t slice = part; slice < slices(); slice += parts) {
            work(slice, part);
        }
    });
}

/// Calls visit(docid in the slice, entry, entry) for each pair of words of each document.
template <class Visit>
void PairLists::visit_pairs(std::size_t number, Visit&& visit) const {
    const Slice slice = read(number);
    for (std::size_t i = 0; i + 2 < slice.begin.size(); ++i) {
        const auto docid = static_cast<std::uint32_t>(i);
        for (std::size_t a = slice.begin[i]; a < slice.begin[i + 1]; ++a) {
            for (std::size_t b = a + 1; b < slice.begin[i + 1]; ++b) {
                visit(docid, slice.entries[a], slice.entries[b]);
            }
        }
    }
}

std::vector<PairLists::Pair> PairLists::count_pairs(Workers& workers) {
    std::vector<Table> tables(slices_at_once(workers, memory_bytes_, table_size_ * sizeof(std::uint32_t)));
    for_each_slice(workers, tables.size(), [&](std::size_t slice, std::size_t part) {
        Table& table = tables[part];
        table.resize(table_size_);
        visit_pairs(slice, [&](std::uint32_t, std::uint32_t a, std::uint32_t b) {
            ++table[place(a >> impact_bits, b >> impact_bits)];
        });
    });
    std::vector<Pair> pairs;
    for (std::size_t a = 0; a < words_.size(); ++a) {
        for (std::size_t b = a + 1; b < words_.size(); ++b) {
            std::uint32_t count = 0;
            for (const Table& table : tables) {
                // A table is empty only if there are no documents, because then there is no slice.
                count += table.empty() ? 0 : table[rows_[a] + b];
            }
            if (format::is_frequent_pair(count, documents_)) {
                pairs.push_back({static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), count});
            }
        }
    }
    return pairs;
}

void PairLists::gather(Workers& workers, Round& round) {
    Table numbers(table_size_);  // number of each pair in this round, from 1; 0: the pair is not in the round
    for (std::size_t pair = 0; pair < round.size(); ++pair) {
        numbers[place(round.first_[pair].a, round.first_[pair].b)] = static_cast<std::uint32_t>(pair) + 1;
    }
    round.parts_.assign(slices(), Round::Part(round.size()));
    const std::uint64_t share = memory_bytes_ / 2;
    const std::uint64_t for_slices = share - std::min(share, table_size_ * sizeof(std::uint32_t));
    for_each_slice(workers, slices_at_once(workers, for_slices, 0), [&](std::size_t slice, std::size_t) {
        Round::Part& part = round.parts_[slice];
        visit_pairs(slice, [&](std::uint32_t docid, std::uint32_t a, std::uint32_t b) {
            const std::uint32_t number = numbers[place(a >> impact_bits, b >> impact_bits)];
            if (number != 0) {
                part[number - 1].push_back(docid << sum_bits | ((a & impact_mask) + (b & impact_mask)));
            }
        });
    });
}

void PairLists::Round::postings(std::size_t pair, std::vector<format::PairPosting>& out) const {
    out.clear();
    out.reserve(first_[pair].count);
    for (std::size_t slice = 0; slice < parts_.size(); ++slice) {
        for (const std::uint32_t entry : parts_[slice][pair]) {
            const auto docid = static_cast<std::uint32_t>(slice * slice_documents + (entry >> sum_bits));
            out.push_back(
                {docid, static_cast<std::uint16_t>(entry & ((1U << sum_bits) - 1)), (*quality_levels_)[docid]});
        }
    }
}

void PairLists::for_each(Workers& workers, const std::vector<std::uint8_t>& quality_levels, const Use& use) {
    file_.flush();
    drop_rarest();
    const std::vector<Pair> pairs = count_pairs(workers);
    // The number of postings that one round collects. They get half of the memory, because the other half is for
    // slices; and a growing vector takes up to twice its size.
    const std::uint64_t together = std::max<std::uint64_t>(memory_bytes_ / 2 / (2 * sizeof(std::uint32_t)), 1);
    const Pair* const end = pairs.data() + pairs.size();
    for (const Pair* first = pairs.data(); first != end;) {
        Round round;
        round.texts_ = &texts_;
        round.quality_levels_ = &quality_levels;
        round.first_ = round.last_ = first;
        for (std::uint64_t postings = 0;
             round.last_ != end && (round.last_ == first || postings + round.last_->count <= together); ++round.last_) {
            postings += round.last_->count;
        }
        gather(workers, round);
        use(round);
        first = round.last_;
    }
}

}  // namespace bizrec::builder
