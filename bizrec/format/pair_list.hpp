#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/format/term_lists.hpp"

/// Two frequent words that often occur together have a list of their own: the documents that hold both, grouped by the
/// sum of their impacts. So a search for both reads its best documents from this list instead of intersecting two long
/// lists. The list is in the `terms` table under TermKind::pair.
namespace bizrec::format {

/// A pair has a list if at least 1/pair_share of all documents hold both words, and both words may be paired. A word
/// may be paired if at least 1/pair_word_share of all documents, or at least pair_word_documents, have it: the lists of
/// rarer words are fast to intersect. At most 1/pair_word_min_share of all documents may have it, because pairs of more
/// frequent words hardly narrow a search. Words and pairs need at least grouped_postings documents. If very many words
/// may be paired, the builder pairs only the most frequent ones (PairLists::max_words).
inline constexpr std::uint32_t pair_word_share = 64;
inline constexpr std::uint32_t pair_word_documents = 16384;
inline constexpr std::uint32_t pair_word_min_share = 4;
inline constexpr std::uint32_t pair_share = 500;

/// Whether `count` documents that hold both words are enough for a list.
constexpr bool is_frequent_pair(std::uint64_t count, std::uint64_t documents) noexcept {
    return count >= grouped_postings && count * pair_share >= documents;
}
/// Whether a word that `count` documents have may be paired.
constexpr bool may_be_paired(std::uint64_t count, std::uint64_t documents) noexcept {
    return is_frequent_pair(count, documents) && count * pair_word_min_share <= documents &&
           (count >= pair_word_documents || count * pair_word_share >= documents);
}

/// Overwrites `out` with the key of a pair in the `terms` table. The order of the words does not matter.
void pair_key(std::string_view a, std::string_view b, std::string& out);

struct PairList {
    std::uint32_t count = 0;  ///< documents that hold both; 0: there is no such list
    ScoreGroups groups;       ///< by the sum of the impacts, 2..510, and the quality level
};
/// Returns an empty list for a damaged entry.
PairList read_pair(const KeyEntry& entry, const PostingChunks& postings) noexcept;
/// Whether an entry of the `terms` table is a pair. read_term() returns an empty term for it.
bool is_pair(const KeyEntry& entry) noexcept;

struct PairPosting {
    std::uint32_t docid = 0;
    std::uint16_t impact = 2;        ///< sum of both words' impacts, 2..510
    std::uint8_t quality_level = 0;  ///< of the document
};
/// `postings`: ascending docids, at least one. Reuses `out`'s memory. The same postings give the same bytes.
void encode_pair(const std::vector<PairPosting>& postings, EncodedTerm& out);

}  // namespace bizrec::format
