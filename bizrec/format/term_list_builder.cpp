#include "bizrec/format/term_list_builder.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "bizrec/base/bytes.hpp"
#include "bizrec/format/block_codec.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/term_list_layout.hpp"

namespace bizrec::format {
namespace {

constexpr std::uint32_t max_impact = 255;

using Bytes = std::vector<std::byte>;

template <class T>
void append(Bytes& out, const T* values, std::size_t count) {
    const std::size_t begin = out.size();
    out.resize(begin + count * sizeof(T));
    if (count != 0) {
        std::memcpy(out.data() + begin, values, count * sizeof(T));
    }
}

template <class T>
void store_at(Bytes& out, std::size_t at, const T& value) {
    store_unaligned(out.data() + at, value);
}

void align(Bytes& out) {
    out.resize(aligned(out.size()));
}

/// The docids of one list, and its impacts. `impacts` is null for lists without impacts.
struct Lists {
    const std::uint32_t* docids;
    const std::uint8_t* impacts;
    std::uint32_t count;
};

/// Packs the gaps between docids. Returns the number of bits of each gap. The gap of the first docid counts from
/// `before`. If `before` has all bits set (-1), that gap is the docid itself.
unsigned pack_docids(const std::uint32_t* docids, std::uint32_t count, std::uint32_t before, Bytes& out) {
    std::array<std::uint32_t, block_postings> gaps;
    std::uint32_t any = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        gaps[i] = docids[i] - before - 1;
        any |= gaps[i];
        before = docids[i];
    }
    const unsigned bits = bits_for(any);
    pack_numbers(gaps.data(), count, bits, out);
    return bits;
}

void pack_impacts(const std::uint8_t* impacts, std::uint32_t count, BlockHead& head, Bytes& out) {
    const auto [least, most] = std::minmax_element(impacts, impacts + count);
    head.min_impact = *least;
    head.max_impact = *most;
    std::array<std::uint8_t, block_postings> above;
    std::transform(impacts, impacts + count, above.begin(),
                   [least = *least](std::uint8_t impact) { return static_cast<std::uint8_t>(impact - least); });
    const unsigned bits = bits_for(static_cast<std::uint32_t>(*most - *least));
    head.impact_bits = static_cast<std::uint8_t>(bits);
    pack_bytes(above.data(), count, bits, out);
}

void append_blocks(const Lists& lists, Bytes& out) {
    const std::uint32_t blocks = blocks_for(lists.count);
    const std::size_t begin = out.size();
    out.resize(begin + block_heads_bytes(blocks));
    store_at(out, begin, lists.docids[0]);
    const std::size_t lasts = begin + sizeof(std::uint32_t);
    const std::size_t heads = lasts + blocks * sizeof(std::uint32_t);
    const std::size_t packed = out.size();
    std::uint32_t before = lists.docids[0] - 1;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        const std::uint32_t first = block * block_postings;
        const std::uint32_t count = std::min(block_postings, lists.count - first);
        BlockHead head;
        head.at = static_cast<std::uint32_t>(out.size() - packed);
        head.docid_bits = static_cast<std::uint8_t>(pack_docids(lists.docids + first, count, before, out));
        if (lists.impacts != nullptr) {
            pack_impacts(lists.impacts + first, count, head, out);
        }
        before = lists.docids[first + count - 1];
        store_at(out, lasts + block * sizeof before, before);
        store_at(out, heads + block * sizeof head, head);
    }
}

/// The docids of all groups, one group after the other, the best key first. Docids of a group ascend. keys[i] and
/// counts[i] belong to group i.
struct GroupedDocids {
    std::vector<std::uint16_t> keys;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint32_t> docids;
};

/// Groups postings by impact and quality level. No impact is above `greatest`.
template <class Posting>
GroupedDocids group(const std::vector<Posting>& postings, std::uint32_t greatest) {
    const std::size_t all_keys = (std::size_t{greatest} + 1) << quality_level_bits;
    const auto key_of = [](const Posting& p) {
        return static_cast<std::uint16_t>(p.impact << quality_level_bits | p.quality_level);
    };
    std::vector<std::uint32_t> counts(all_keys);
    for (const Posting& posting : postings) {
        ++counts[key_of(posting)];
    }
    GroupedDocids groups;
    std::vector<std::uint32_t> next(all_keys);
    std::uint32_t at = 0;
    for (std::size_t key = all_keys; key-- > 0;) {
        next[key] = at;
        at += counts[key];
        if (counts[key] != 0) {
            groups.keys.push_back(static_cast<std::uint16_t>(key));
            groups.counts.push_back(counts[key]);
        }
    }
    groups.docids.resize(postings.size());
    for (const Posting& posting : postings) {
        groups.docids[next[key_of(posting)]++] = posting.docid;
    }
    return groups;
}

void append_groups(const GroupedDocids& grouped, Bytes& out) {
    const auto groups = static_cast<std::uint32_t>(grouped.keys.size());
    const std::size_t begin = out.size();
    out.resize(begin + group_heads_bytes(groups));
    store_at(out, begin, groups);
    const std::size_t counts = begin + sizeof groups;
    const std::size_t offsets = counts + groups * sizeof(std::uint32_t);
    const std::size_t keys = offsets + groups * sizeof(std::uint32_t);
    std::size_t first = 0;
    for (std::uint32_t i = 0; i < groups; ++i) {
        const Lists list{grouped.docids.data() + first, nullptr, grouped.counts[i]};
        const bool plain = list.count <= plain_group_postings;
        if (!plain) {
            align(out);
        }
        store_at(out, counts + i * sizeof list.count, list.count);
        store_at(out, offsets + i * sizeof(std::uint32_t), static_cast<std::uint32_t>(out.size() - begin));
        store_at(out, keys + i * sizeof(std::uint16_t), grouped.keys[i]);
        if (plain) {
            append(out, list.docids, list.count);
        } else {
            append_blocks(list, out);
        }
        first += list.count;
    }
    align(out);
}

std::vector<BitmapRank> ranks_of(const std::vector<std::uint64_t>& words) {
    std::vector<BitmapRank> ranks((words.size() + 7) / 8);
    std::uint64_t before = 0;
    for (std::size_t word = 0; word < words.size(); ++word) {
        BitmapRank& rank = ranks[word / 8];
        if (word % 8 == 0) {
            rank.before = before;
        } else {
            rank.within |= (before - rank.before) << (9 * (word % 8 - 1));
        }
        before += PostingBitmap::ones(words[word]);
    }
    return ranks;
}

void append_bitmap(const Lists& lists, std::uint32_t documents, bool same, Bytes& out) {
    std::vector<std::uint64_t> words((std::size_t{documents} + 63) / 64);
    for (std::uint32_t i = 0; i < lists.count; ++i) {
        words[lists.docids[i] / 64] |= std::uint64_t{1} << lists.docids[i] % 64;
    }
    const std::vector<BitmapRank> ranks = ranks_of(words);
    const std::uint64_t same_impact = same ? lists.impacts[0] : 0;
    append(out, &same_impact, 1);
    append(out, words.data(), words.size());
    append(out, ranks.data(), ranks.size());
    if (!same) {
        append(out, lists.impacts, lists.count);
    }
    align(out);
}

void append_all_lists(const std::vector<TermPosting>& postings, const Lists& lists, std::uint32_t documents, bool same,
                      Bytes& out) {
    ListHead head;
    out.resize(sizeof head);
    append_blocks(lists, out);
    if (wants_groups(lists.count)) {
        head.groups_at = static_cast<std::uint32_t>(out.size());
        append_groups(group(postings, max_impact), out);
    }
    if (wants_bitmap(lists.count, documents)) {
        head.bitmap_at = static_cast<std::uint32_t>(out.size());
        append_bitmap(lists, documents, same, out);
    }
    head.size = static_cast<std::uint32_t>(out.size());
    store_at(out, 0, head);
}

}  // namespace

void EncodedTerm::place(std::uint32_t chunk, std::uint64_t offset) noexcept {
    aux[1] = pack_locator(chunk, offset);
}

void encode_term(const std::vector<TermPosting>& postings, std::uint16_t idf_sixteenths, std::uint32_t documents,
                 EncodedTerm& out) {
    const auto count = static_cast<std::uint32_t>(postings.size());
    std::vector<std::uint32_t> docids(count);
    std::vector<std::uint8_t> impacts(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        docids[i] = postings[i].docid;
        impacts[i] = postings[i].impact;
    }
    const auto [least, most] = std::minmax_element(impacts.begin(), impacts.end());
    const bool same = *least == *most;
    out.aux[0] = TermHead{count, idf_sixteenths, *most}.pack();
    out.aux[1] = 0;
    out.numbers.clear();
    out.lists.clear();
    if (count <= inline_postings) {
        out.numbers = docids;
        if (!same) {
            out.numbers.resize(count + (count + 3) / 4);
            std::memcpy(out.numbers.data() + count, impacts.data(), count);
        }
    } else if (count <= block_postings) {
        append(out.lists, docids.data(), count);
        append(out.lists, impacts.data(), count);
        align(out.lists);
    } else {
        append_all_lists(postings, {docids.data(), impacts.data(), count}, documents, same, out.lists);
    }
}

void encode_pair(const std::vector<PairPosting>& postings, EncodedTerm& out) {
    TermHead term;
    term.count = static_cast<std::uint32_t>(postings.size());
    term.kind = TermHead::pair;
    out.aux[0] = term.pack();
    out.aux[1] = 0;
    out.numbers.clear();
    out.lists.clear();
    ListHead head;
    head.groups_at = sizeof head;
    out.lists.resize(sizeof head);
    append_groups(group(postings, 2 * max_impact), out.lists);
    head.size = static_cast<std::uint32_t>(out.lists.size());
    store_at(out.lists, 0, head);
}

}  // namespace bizrec::format
