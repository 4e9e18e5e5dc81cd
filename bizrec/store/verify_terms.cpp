#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "bizrec/store/verify_tables.hpp"

/// Checks posting lists by writing them again: the postings of the blocks, encoded by the builder's own code, must give
/// exactly the bytes in the file. This also checks groups, bitmap, ranks and greatest impacts.
namespace bizrec::store {
namespace {

using format::Section;

constexpr std::uint16_t max_pair_impact = 510;

bool read_blocks(const Generation& g, const format::PostingBlocks& blocks, std::vector<format::TermPosting>& postings) {
    for (std::uint32_t block = 0; block < blocks.blocks(); ++block) {
        std::uint32_t docids[format::block_postings];
        std::uint8_t impacts[format::block_postings];
        const std::uint32_t size = blocks.decode(block, docids);
        if (size == 0) {
            return false;
        }
        blocks.decode_impacts(block, impacts);
        for (std::uint32_t i = 0; i < size; ++i) {
            const auto level = static_cast<std::uint8_t>(format::quality_level(g.quality[docids[i]]));
            postings.push_back({docids[i], impacts[i], level});
        }
    }
    return true;
}

bool read_postings(const Generation& g, const format::TermLists& lists, std::vector<format::TermPosting>& postings) {
    postings.clear();
    if (!lists.is_plain()) {
        return read_blocks(g, lists.blocks, postings);
    }
    for (std::uint32_t i = 0; i < lists.count; ++i) {
        const std::uint32_t docid = lists.docids[i];
        const auto level = static_cast<std::uint8_t>(format::quality_level(g.quality[docid]));
        postings.push_back({docid, lists.impacts[i], level});
    }
    return true;
}

const char* part_that_differs(const format::EncodedTerm& right, std::size_t at) noexcept {
    format::ListHead head;
    if (right.lists.size() < sizeof head || format::TermHead::unpack(right.aux[0]).count <= format::block_postings) {
        return "its postings are not written as they must be";
    }
    std::memcpy(&head, right.lists.data(), sizeof head);
    if (head.bitmap_at != 0 && at >= head.bitmap_at) {
        return "its bitmap is not that of its postings";
    }
    if (head.groups_at != 0 && at >= head.groups_at) {
        return "its groups by score are not those of its postings";
    }
    return at < sizeof head ? "its sizes are not those of its lists" : "its blocks are not written as they must be";
}

const char* compare_lists(const Generation& g, const format::KeyEntry& entry, const format::EncodedTerm& right) {
    if (right.lists.empty()) {
        const bool same = format::locator_of(entry.aux[1]) == 0 && entry.length == right.numbers.size() &&
                          std::equal(right.numbers.begin(), right.numbers.end(), entry.values);
        return same ? nullptr : "its postings are not written as they must be";
    }
    // read_term() has checked that the list begins inside its chunk, but not that all bytes compared here are inside
    // the chunk.
    const Generation::Chunk& chunk = g.chunks(Section::postings)[format::locator_chunk(entry.aux[1])];
    const std::uint64_t offset = format::locator_offset(entry.aux[1]);
    if (right.lists.size() > chunk.size - offset) {
        return "its lists leave their chunk";
    }
    const std::byte* bytes = chunk.bytes + offset;
    const auto differs = std::mismatch(right.lists.begin(), right.lists.end(), bytes).first;
    return differs == right.lists.end()
               ? nullptr
               : part_that_differs(right, static_cast<std::size_t>(differs - right.lists.begin()));
}

/// Reads the postings of a pair in ascending order. Returns false if a group is damaged.
bool read_pair_postings(const format::PairList& pair, std::vector<format::PairPosting>& postings) {
    for (std::uint32_t group = 0; group < pair.groups.groups(); ++group) {
        const format::DocidBlocks blocks = pair.groups.docids(group);
        const auto impact = static_cast<std::uint16_t>(pair.groups.key(group) >> format::quality_level_bits);
        const auto level = static_cast<std::uint8_t>(pair.groups.key(group) & ((1U << format::quality_level_bits) - 1));
        if (impact > max_pair_impact || blocks.count() == 0) {
            return false;
        }
        for (std::uint32_t block = 0; block < blocks.blocks(); ++block) {
            std::uint32_t docids[format::block_postings];
            const std::uint32_t size = blocks.decode(block, docids);
            if (size == 0) {
                return false;
            }
            for (std::uint32_t i = 0; i < size; ++i) {
                postings.push_back({docids[i], impact, level});
            }
        }
    }
    std::sort(postings.begin(), postings.end(), [](const auto& a, const auto& b) { return a.docid < b.docid; });
    return true;
}

/// Checks that the groups, written again, give the same bytes. Whether they belong to the two words cannot be checked,
/// because the table holds only hashes of keys.
const char* pair_rule(const Generation& g, const format::KeyEntry& entry) {
    const format::PairList pair = g.pair(entry);
    std::vector<format::PairPosting> postings;
    if (pair.count == 0 || !read_pair_postings(pair, postings) || postings.size() != pair.count) {
        return "its groups lie outside, do not ascend, or name documents that do not exist";
    }
    for (std::size_t i = 0; i < postings.size(); ++i) {
        if (i != 0 && postings[i].docid == postings[i - 1].docid) {
            return "a document stands in two of its groups";
        }
        if (postings[i].quality_level != format::quality_level(g.quality[postings[i].docid])) {
            return "its groups have not the quality of their documents";
        }
    }
    format::EncodedTerm right;
    format::encode_pair(postings, right);
    if (entry.aux[0] != right.aux[0]) {
        return "its head is not that of a pair";
    }
    return compare_lists(g, entry, right);
}

const char* term_rule(const Generation& g, const format::KeyEntry& entry) {
    if (format::is_pair(entry)) {
        return pair_rule(g, entry);
    }
    const format::TermLists lists = g.term(entry);
    std::vector<format::TermPosting> postings;
    if (lists.count == 0 || !read_postings(g, lists, postings)) {
        return "its postings lie outside, do not ascend, or name documents that do not exist";
    }
    if (lists.idf_sixteenths == 0) {
        return "its idf is 0";
    }
    if (std::any_of(postings.begin(), postings.end(), [](const auto& posting) { return posting.impact == 0; })) {
        return "an impact is 0";
    }
    format::EncodedTerm right;
    format::encode_term(postings, lists.idf_sixteenths, g.documents(), right);
    if (entry.aux[0] != right.aux[0]) {
        return "its greatest impact is not that of its postings";
    }
    return compare_lists(g, entry, right);
}

/// Position and size of the lists of one term or pair in the section `postings`.
struct Extent {
    std::uint64_t locator;  // format::pack_locator(): chunk and offset
    std::uint64_t bytes;
};

/// `entry`: an entry in which term_rule() has found nothing wrong.
Extent extent_of(const Generation& g, const format::KeyEntry& entry) {
    const std::uint32_t count = format::TermHead::unpack(entry.aux[0]).count;
    if (count <= format::block_postings && !format::is_pair(entry)) {
        return {format::locator_of(entry.aux[1]), format::aligned(count * (sizeof(std::uint32_t) + 1))};
    }
    format::ListHead head;
    const Generation::Chunk& chunk = g.chunks(Section::postings)[format::locator_chunk(entry.aux[1])];
    std::memcpy(&head, chunk.bytes + format::locator_offset(entry.aux[1]), sizeof head);
    return {format::locator_of(entry.aux[1]), head.size};
}

std::vector<Extent> extents_in_order(const Generation& g) {
    std::vector<Extent> extents;
    for (const format::KeyPartitionView& view : g.terms().partitions()) {
        for (std::uint32_t i = 0; i < view.slot_count; ++i) {
            format::KeyEntry entry;
            if (view.slots[i].tag != 0 && view.read(view.slots[i], entry) && entry.length == 0) {
                extents.push_back(extent_of(g, entry));
            }
        }
    }
    std::sort(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) { return a.locator < b.locator; });
    return extents;
}

/// Checks that every byte of the section `postings` belongs to one term or pair, or is padding.
Status check_coverage(const Generation& g) {
    const std::vector<Extent> extents = extents_in_order(g);
    auto next = extents.begin();
    const auto& chunks = g.chunks(Section::postings);
    for (std::size_t number = 0; number < chunks.size(); ++number) {
        std::uint64_t end = 0;
        for (; next != extents.end() && format::locator_chunk(next->locator) == number; ++next) {
            if (format::locator_offset(next->locator) != end) {
                return chunk_error(Section::postings, number,
                                   "byte " + std::to_string(end) + ": lists overlap, or belong to no term");
            }
            end += next->bytes;
        }
        if (!zeros_from(chunks[number], end)) {
            return chunk_error(Section::postings, number, "padding is not zero");
        }
    }
    return ok();
}

}  // namespace

Status verify_terms(const Generation& g) {
    if (auto status = verify_key_table(g, Section::terms, g.terms(), term_rule); !status) {
        return status;
    }
    std::uint64_t keys = 0;
    for (const format::KeyPartitionView& view : g.terms().partitions()) {
        keys += view.key_count;
    }
    if (keys != g.meta().terms) {
        return section_error(Section::terms,
                             "holds " + std::to_string(keys) + " keys, meta states " + std::to_string(g.meta().terms));
    }
    return check_coverage(g);
}

}  // namespace bizrec::store
