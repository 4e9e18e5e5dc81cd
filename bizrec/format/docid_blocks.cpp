#include "bizrec/format/docid_blocks.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/format/block_codec.hpp"
#include "bizrec/format/block_unpack.hpp"

namespace bizrec::format {
namespace {

constexpr unsigned max_docid_bits = 32;
constexpr unsigned max_impact_bits = 8;
/// 128 gaps of up to this many bits add up to less than 2^32. So a sum that ends at the block's last docid has not
/// wrapped round, and all docids before it ascend. Wider gaps are checked one by one.
constexpr unsigned bits_that_cannot_wrap = 24;

bool ascend(std::uint32_t before, const std::uint32_t* docids, std::uint32_t size) noexcept {
    if (docids[0] <= before && before != no_docid) {
        return false;
    }
    return std::adjacent_find(docids, docids + size, [](std::uint32_t a, std::uint32_t b) { return a >= b; }) ==
           docids + size;
}

/// The packed bytes of a block. If the list has fewer than whole_block_bytes() left, a copy padded with zeros, because
/// unpacking always reads 128 numbers.
class WholeBlock {
public:
    WholeBlock(const std::byte* bytes, std::uint64_t available, unsigned bits) noexcept : bytes_(bytes) {
        if (available < whole_block_bytes(bits)) {
            std::memcpy(copy_, bytes, available);
            std::memset(copy_ + available, 0, whole_block_bytes(bits) - available);
            bytes_ = copy_;
        }
    }
    const std::byte* bytes() const noexcept { return bytes_; }

private:
    const std::byte* bytes_;
    std::byte copy_[whole_block_bytes(max_docid_bits)];
};

}  // namespace

std::uint32_t DocidBlocks::gallop(std::uint32_t from, std::uint32_t end, std::uint32_t target,
                                  std::uint64_t& steps) const noexcept {
    // Precondition: last_[from] is below the target. Galloping search: Bentley and Yao, "An almost optimal algorithm
    // for unbounded searching", 1976.
    std::uint64_t step = 1;
    while (from + step < end && last_[from + step] < target) {
        ++steps;
        step *= 2;
    }
    std::uint64_t low = from + step / 2 + 1;
    std::uint64_t size = std::min<std::uint64_t>(from + step, end) - low;
    while (size != 0) {
        const std::uint64_t half = size / 2;
        ++steps;
        if (last_[low + half] < target) {
            low += half + 1;
            size -= half + 1;
        } else {
            size = half;
        }
    }
    return static_cast<std::uint32_t>(low);
}

std::uint32_t DocidBlocks::decode(std::uint32_t block, std::uint32_t* docids) const noexcept {
    const std::uint32_t size_of_block = size(block);
    const bool sound = heads_ == nullptr ? read_plain(docids) : unpack(block, docids);
    if (!sound) {
        std::fill(docids, docids + block_postings, no_docid);
        return 0;
    }
    std::fill(docids + size_of_block, docids + block_postings, last_[block]);
    return size_of_block;
}

bool DocidBlocks::read_plain(std::uint32_t* docids) const noexcept {
    std::memcpy(docids, bytes_, count_ * sizeof *docids);
    return docids[count_ - 1] < documents_ && ascend(no_docid, docids, count_);
}

bool DocidBlocks::unpack(std::uint32_t block, std::uint32_t* docids) const noexcept {
    const BlockHead head = heads_[block];
    const std::uint32_t before = block == 0 ? first_ - 1 : last_[block - 1];
    const std::uint32_t last = last_[block];
    const std::uint32_t size_of_block = size(block);
    if (last >= documents_ || (last <= before && before != no_docid) || head.docid_bits > max_docid_bits ||
        head.at > bytes_size_ || packed_numbers_bytes(size_of_block, head.docid_bits) > bytes_size_ - head.at) {
        return false;
    }
    const WholeBlock whole(bytes_ + head.at, bytes_size_ - head.at, head.docid_bits);
    unpack_ascending(whole.bytes(), head.docid_bits, before, docids);
    return docids[size_of_block - 1] == last &&
           (head.docid_bits <= bits_that_cannot_wrap || ascend(before, docids, size_of_block));
}

std::uint32_t DocidBlocks::count_below(std::uint32_t docid, std::uint64_t& steps) const noexcept {
    const std::uint32_t block = find_block(0, docid, steps);
    if (block == blocks()) {
        return count_;
    }
    std::uint32_t docids[block_postings];
    decode(block, docids);
    steps += block_postings / 16;
    return block * block_postings + position_in_block(docids, docid);
}

const std::byte* PostingBlocks::packed_impacts(std::uint32_t block, std::uint64_t& available) const noexcept {
    const BlockHead head = heads_[block];
    if (head.docid_bits > max_docid_bits || head.impact_bits > max_impact_bits) {
        return nullptr;
    }
    const std::uint64_t at = std::uint64_t{head.at} + packed_numbers_bytes(size(block), head.docid_bits);
    if (at + packed_bytes_bytes(size(block), head.impact_bits) > bytes_size_) {
        return nullptr;
    }
    available = bytes_size_ - at;
    return bytes_ + at;
}

void PostingBlocks::decode_impacts(std::uint32_t block, std::uint8_t* impacts) const noexcept {
    std::uint64_t available = 0;
    const std::byte* packed = packed_impacts(block, available);
    if (packed == nullptr) {
        std::memset(impacts, 1, block_postings);
        return;
    }
    const BlockHead head = heads_[block];
    const WholeBlock whole(packed, available, head.impact_bits);
    unpack_bytes(whole.bytes(), head.impact_bits, head.min_impact, impacts);
}

std::uint8_t PostingBlocks::impact(std::uint32_t block, std::uint32_t index) const noexcept {
    std::uint64_t available = 0;
    const std::byte* packed = packed_impacts(block, available);
    if (packed == nullptr) {
        return 1;
    }
    const BlockHead head = heads_[block];
    if (head.impact_bits == 0) {
        return head.min_impact;
    }
    return static_cast<std::uint8_t>(head.min_impact + packed_byte(packed, head.impact_bits, index));
}

}  // namespace bizrec::format
