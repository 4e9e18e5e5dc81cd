#include "bizrec/format/term_lists.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/format/term_list_layout.hpp"

namespace bizrec::format {
namespace {

/// For each impact, an array in which all impacts are equal. A short list whose postings all have the same impact uses
/// it, because the file does not store these impacts.
using SameImpacts = std::array<std::array<std::uint8_t, inline_postings>, 256>;

constexpr SameImpacts make_same_impacts() noexcept {
    SameImpacts table{};
    for (std::size_t impact = 0; impact < table.size(); ++impact) {
        for (std::uint8_t& entry : table[impact]) {
            entry = static_cast<std::uint8_t>(impact);
        }
    }
    return table;
}
constexpr SameImpacts same_impacts = make_same_impacts();

template <class T>
const T* at(const std::byte* bytes) noexcept {
    return reinterpret_cast<const T*>(bytes);
}

/// Whether the docids ascend. Compares four at a time, because every short list of a query is checked, and comparing
/// one at a time took a twentieth of a search.
bool ascend(const std::uint32_t* docids, std::uint32_t count) noexcept {
    using Four = std::uint32_t __attribute__((vector_size(16)));
    using FourFlags = std::int32_t __attribute__((vector_size(16)));
    std::uint32_t i = 0;
    FourFlags falls{};
    for (; i + 4 < count; i += 4) {
        Four these;
        Four next;
        std::memcpy(&these, docids + i, sizeof these);
        std::memcpy(&next, docids + i + 1, sizeof next);
        falls |= these >= next;
    }
    bool good = (falls[0] | falls[1] | falls[2] | falls[3]) == 0;
    for (; i + 1 < count; ++i) {
        good &= docids[i] < docids[i + 1];
    }
    return good;
}

}  // namespace

/// Reads one term. Every step returns false if the bytes are invalid.
class TermListReader {
public:
    TermListReader(const KeyEntry& entry, const PostingChunks& postings) noexcept
        : entry_(entry), postings_(postings), head_(TermHead::unpack(entry.aux[0])) {}

    bool read(TermLists& out) const noexcept {
        if (!is_sound(TermHead::words)) {
            return false;
        }
        out.count = head_.count;
        out.idf_sixteenths = head_.idf_sixteenths;
        out.max_impact = head_.max_impact;
        out.rival = rival_of(entry_.aux[1]);
        if (head_.count <= inline_postings) {
            return read_inline(out);
        }
        return head_.count <= block_postings ? read_plain(out) : read_long(out);
    }

    bool read(PairList& out) const noexcept {
        const std::byte* bytes = nullptr;
        const ListHead* head = nullptr;
        if (!is_sound(TermHead::pair) || !open_lists(bytes, head) || head->groups_at == 0) {
            return false;
        }
        out.count = head_.count;
        return read_groups(bytes + head->groups_at, head->size - head->groups_at, out.groups);
    }

    static bool open_blocks(const std::byte* bytes, std::uint64_t size, std::uint32_t count, std::uint32_t documents,
                            DocidBlocks& out) noexcept {
        const std::uint32_t blocks = blocks_for(count);
        const std::uint64_t heads = block_heads_bytes(blocks);
        if (heads > size) {
            return false;
        }
        const auto* numbers = at<std::uint32_t>(bytes);
        out.first_ = numbers[0];
        out.last_ = numbers + 1;
        out.heads_ = at<BlockHead>(bytes + sizeof(std::uint32_t) * (std::size_t{blocks} + 1));
        out.bytes_ = bytes + heads;
        out.bytes_size_ = static_cast<std::uint32_t>(size - heads);
        out.count_ = count;
        out.documents_ = documents;
        return true;
    }

    static void open_plain(const std::byte* bytes, std::uint32_t count, std::uint32_t documents,
                           DocidBlocks& out) noexcept {
        out.first_ = *at<std::uint32_t>(bytes);
        out.last_ = at<std::uint32_t>(bytes) + count - 1;
        out.bytes_ = bytes;
        out.bytes_size_ = static_cast<std::uint32_t>(count * sizeof(std::uint32_t));
        out.count_ = count;
        out.documents_ = documents;
    }

private:
    bool is_sound(std::uint8_t kind) const noexcept {
        return head_.kind == kind && head_.count != 0 && head_.count <= postings_.documents;
    }

    bool sound_docids(const std::uint32_t* docids) const noexcept {
        return docids[head_.count - 1] < postings_.documents && ascend(docids, head_.count);
    }

    bool read_inline(TermLists& out) const noexcept {
        out.docids = entry_.values;
        if (entry_.length == head_.count) {
            out.impacts = same_impacts[head_.max_impact].data();
        } else if (entry_.length == head_.count + (head_.count + 3) / 4) {
            out.impacts = reinterpret_cast<const std::uint8_t*>(entry_.values + head_.count);
        } else {
            return false;
        }
        return sound_docids(out.docids);
    }

    /// Finds the term's bytes in `postings`, up to the end of the chunk. Returns false if there are fewer than `least`.
    bool locate(std::uint64_t least, const std::byte*& bytes, std::uint64_t& size) const noexcept {
        const std::uint32_t chunk = locator_chunk(entry_.aux[1]);
        const std::uint64_t offset = locator_offset(entry_.aux[1]);
        if (entry_.length != 0 || chunk >= postings_.count || offset > postings_.chunks[chunk].size) {
            return false;
        }
        size = postings_.chunks[chunk].size - offset;
        bytes = postings_.chunks[chunk].bytes + offset;
        return size >= least;
    }

    bool read_plain(TermLists& out) const noexcept {
        const std::byte* bytes = nullptr;
        std::uint64_t size = 0;
        const std::uint64_t docid_bytes = head_.count * sizeof(std::uint32_t);
        if (!locate(docid_bytes + head_.count, bytes, size)) {
            return false;
        }
        out.docids = at<std::uint32_t>(bytes);
        out.impacts = at<std::uint8_t>(bytes + docid_bytes);
        return sound_docids(out.docids);
    }

    bool open_lists(const std::byte*& bytes, const ListHead*& head) const noexcept {
        std::uint64_t available = 0;
        if (!locate(sizeof(ListHead), bytes, available)) {
            return false;
        }
        head = at<ListHead>(bytes);
        return head->size <= available && head->size >= sizeof *head && head->groups_at % list_alignment == 0 &&
               head->bitmap_at % list_alignment == 0 && head->groups_at <= head->size && head->bitmap_at <= head->size;
    }

    bool read_long(TermLists& out) const noexcept {
        const std::byte* bytes = nullptr;
        const ListHead* head = nullptr;
        if (!open_lists(bytes, head)) {
            return false;
        }
        if (!open_blocks(bytes + sizeof *head, head->size - sizeof *head, head_.count, postings_.documents,
                         out.blocks)) {
            return false;
        }
        out.has_groups = head->groups_at != 0;
        out.has_bitmap = head->bitmap_at != 0;
        return (!out.has_groups || read_groups(bytes + head->groups_at, head->size - head->groups_at, out.groups)) &&
               (!out.has_bitmap || read_bitmap(bytes + head->bitmap_at, head->size - head->bitmap_at, out.bitmap));
    }

    bool read_groups(const std::byte* bytes, std::uint32_t size, ScoreGroups& out) const noexcept {
        if (size < sizeof(std::uint32_t)) {
            return false;
        }
        const std::uint32_t groups = *at<std::uint32_t>(bytes);
        if (group_heads_bytes(groups) > size) {
            return false;
        }
        out.counts_ = at<std::uint32_t>(bytes) + 1;
        out.offsets_ = out.counts_ + groups;
        out.keys_ = reinterpret_cast<const std::uint16_t*>(out.offsets_ + groups);
        out.bytes_ = bytes;
        out.bytes_size_ = size;
        out.groups_ = groups;
        out.documents_ = postings_.documents;
        return true;
    }

    bool read_bitmap(const std::byte* bytes, std::uint32_t size, PostingBitmap& out) const noexcept {
        const BitmapParts parts(postings_.documents);
        if (parts.impacts_at > size) {
            return false;
        }
        const std::uint64_t same = *at<std::uint64_t>(bytes);
        out.words_ = at<std::uint64_t>(bytes) + 1;
        out.ranks_ = at<BitmapRank>(bytes + parts.ranks_at);
        out.documents_ = postings_.documents;
        out.count_ = head_.count;
        out.same_impact_ = static_cast<std::uint8_t>(same == 0 ? 1 : same);
        if (same == 0) {
            if (parts.impacts_at + head_.count > size) {
                return false;
            }
            out.impacts_ = at<std::uint8_t>(bytes + parts.impacts_at);
        }
        // Bits of documents that do not exist must be zero, because callers walk the bits without a check.
        const std::uint32_t used = postings_.documents % 64;
        return used == 0 || out.words_[parts.words - 1] >> used == 0;
    }

    const KeyEntry& entry_;
    const PostingChunks& postings_;
    const TermHead head_;
};

DocidBlocks ScoreGroups::docids(std::uint32_t group) const noexcept {
    DocidBlocks blocks;
    const std::uint32_t count = counts_[group];
    const std::uint32_t offset = offsets_[group];
    if (count == 0 || count > documents_ || offset > bytes_size_ || offset % sizeof(std::uint32_t) != 0) {
        return blocks;
    }
    const std::uint32_t left = bytes_size_ - offset;
    if (count > plain_group_postings) {
        TermListReader::open_blocks(bytes_ + offset, left, count, documents_, blocks);
    } else if (count * sizeof(std::uint32_t) <= left) {
        TermListReader::open_plain(bytes_ + offset, count, documents_, blocks);
    }
    return blocks;
}

TermLists read_term(const KeyEntry& entry, const PostingChunks& postings) noexcept {
    TermLists lists;
    if (!TermListReader(entry, postings).read(lists)) {
        lists = {};
    }
    return lists;
}

PairList read_pair(const KeyEntry& entry, const PostingChunks& postings) noexcept {
    PairList list;
    return TermListReader(entry, postings).read(list) ? list : PairList{};
}

bool is_pair(const KeyEntry& entry) noexcept {
    return TermHead::unpack(entry.aux[0]).kind == TermHead::pair;
}

void pair_key(std::string_view a, std::string_view b, std::string& out) {
    if (b < a) {
        std::swap(a, b);
    }
    term_key(TermKind::pair, a, out);
    out += ' ';
    out += b;
}

}  // namespace bizrec::format
