#include "lmdb_builder/build/pair_lists.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace bizrec::builder {
namespace {

constexpr std::uint32_t not_paired = std::numeric_limits<std::uint32_t>::max();

/// Documents of a slice: few enough for its lists to fit into some tens of megabytes, so many that no build has more
/// temporary files than a process may have open.
constexpr std::uint32_t least_slice = 1U << 18;
constexpr std::uint32_t most_slices = 64;

}  // namespace

PairLists::PairLists(const std::string& temp_folder, std::uint64_t memory_bytes, std::uint32_t documents)
    : memory_bytes_(memory_bytes),
      documents_(documents),
      slice_documents_(std::max(least_slice, documents / most_slices + 1)) {
    for (std::uint64_t first = 0; first < documents; first += slice_documents_) {
        slices_.emplace_back(temp_folder);
    }
}

void PairLists::add(std::string_view word, const std::vector<format::TermPosting>& postings) {
    // Words hold at least 1/1024 of the documents, a document holds some dozens: 65,535 of them cannot be.
    if (words_.size() == std::numeric_limits<std::uint16_t>::max()) {
        return;
    }
    const auto number = static_cast<std::uint16_t>(words_.size());
    words_.push_back({std::string(word), static_cast<std::uint32_t>(postings.size())});
    for (const format::TermPosting& posting : postings) {
        const SlicePosting entry{posting.docid, number, posting.impact};
        slices_[posting.docid / slice_documents_].append(&entry, sizeof entry);
    }
}

/// Numbers the words that are paired, in the order of the words.
void PairLists::drop_rarest() {
    std::vector<std::uint32_t> by_count(words_.size());
    for (std::uint32_t i = 0; i < by_count.size(); ++i) {
        by_count[i] = i;
    }
    std::stable_sort(by_count.begin(), by_count.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return words_[a].count > words_[b].count; });
    by_count.resize(std::min(by_count.size(), most_words));
    std::sort(by_count.begin(), by_count.end());
    numbers_.assign(words_.size(), not_paired);
    for (const std::uint32_t word : by_count) {
        numbers_[word] = static_cast<std::uint32_t>(texts_.size());
        texts_.push_back(std::move(words_[word].text));
    }
    words_.clear();
    // Row a holds b = a + 1 … : its first place less a + 1, which wraps for the first row and back again.
    std::size_t next = 0;
    for (std::size_t a = 0; a < texts_.size(); ++a) {
        rows_.push_back(next - (a + 1));
        next += texts_.size() - a - 1;
    }
    table_.assign(next, 0);
}

void PairLists::read(std::size_t number, Slice& slice) const {
    const TempFile& file = slices_[number];
    std::vector<SlicePosting> postings(file.size() / sizeof(SlicePosting));
    file.read(0, postings.data(), postings.size() * sizeof(SlicePosting));
    slice.first = static_cast<std::uint32_t>(number) * slice_documents_;
    const std::uint32_t documents = std::min(slice_documents_, documents_ - slice.first);
    slice.begin.assign(std::size_t{documents} + 2, 0);
    for (const SlicePosting& posting : postings) {
        slice.begin[posting.docid - slice.first + 2] += numbers_[posting.word] == not_paired ? 0 : 1;
    }
    for (std::size_t i = 2; i < slice.begin.size(); ++i) {
        slice.begin[i] += slice.begin[i - 1];
    }
    slice.entries.resize(slice.begin.back());
    for (const SlicePosting& posting : postings) {
        const std::uint32_t word = numbers_[posting.word];
        if (word != not_paired) {
            slice.entries[slice.begin[posting.docid - slice.first + 1]++] = word << 8 | posting.impact;
        }
    }
}

/// visit(docid, entry, entry) for each two words of each document.
template <class Visit>
void PairLists::visit_pairs(Visit&& visit) const {
    Slice slice;
    for (std::size_t number = 0; number < slices_.size(); ++number) {
        read(number, slice);
        for (std::size_t i = 0; i + 2 < slice.begin.size(); ++i) {
            const auto docid = static_cast<std::uint32_t>(slice.first + i);
            for (std::uint32_t a = slice.begin[i]; a < slice.begin[i + 1]; ++a) {
                for (std::uint32_t b = a + 1; b < slice.begin[i + 1]; ++b) {
                    visit(docid, slice.entries[a], slice.entries[b]);
                }
            }
        }
    }
}

std::vector<PairLists::Pair> PairLists::count_pairs() {
    visit_pairs([this](std::uint32_t, std::uint32_t a, std::uint32_t b) { ++table_[place(a >> 8, b >> 8)]; });
    std::vector<Pair> pairs;
    for (std::size_t a = 0; a < texts_.size(); ++a) {
        for (std::size_t b = a + 1; b < texts_.size(); ++b) {
            const std::uint32_t count = table_[rows_[a] + b];
            if (format::is_frequent_pair(count, documents_)) {
                pairs.push_back({static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), count});
            }
        }
    }
    return pairs;
}

void PairLists::for_each(const std::vector<std::uint8_t>& quality_levels, const Use& use) {
    for (TempFile& file : slices_) {
        file.flush();
    }
    drop_rarest();
    const std::vector<Pair> pairs = count_pairs();
    const std::uint64_t together = std::max<std::uint64_t>(memory_bytes_ / sizeof(format::PairPosting), 1);
    for (auto first = pairs.begin(); first != pairs.end();) {
        auto last = first;
        for (std::uint64_t postings = 0; last != pairs.end() && (last == first || postings + last->count <= together);
             ++last) {
            postings += last->count;
        }
        // The table now tells which of these pairs it is; 0: none.
        std::fill(table_.begin(), table_.end(), 0);
        std::vector<std::vector<format::PairPosting>> gathered(static_cast<std::size_t>(last - first));
        for (auto pair = first; pair != last; ++pair) {
            gathered[static_cast<std::size_t>(pair - first)].reserve(pair->count);
            table_[place(pair->a, pair->b)] = static_cast<std::uint32_t>(pair - first) + 1;
        }
        visit_pairs([&](std::uint32_t docid, std::uint32_t a, std::uint32_t b) {
            const std::uint32_t number = table_[place(a >> 8, b >> 8)];
            if (number != 0) {
                const auto impact = static_cast<std::uint16_t>((a & 0xFFU) + (b & 0xFFU));
                gathered[number - 1].push_back({docid, impact, quality_levels[docid]});
            }
        });
        for (auto pair = first; pair != last; ++pair) {
            use(texts_[pair->a], texts_[pair->b], gathered[static_cast<std::size_t>(pair - first)]);
        }
        first = last;
    }
}

}  // namespace bizrec::builder
